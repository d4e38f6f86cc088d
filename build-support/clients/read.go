// Command read fetches lists, every country, a table and a missing file with a generated client.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"example.com/consumer/locdata"
)

func main() {
	configuration := locdata.NewConfiguration()
	configuration.Servers[0].URL = os.Args[1]
	client := locdata.NewAPIClient(configuration)
	ctx := context.Background()

	countries, _, err := client.CountriesAPI.ListCountries(ctx).Execute()
	expect(err == nil && len(countries.Data) == int(countries.Meta.Count), "countries", err)
	obligations, _, err := client.ObligationsAPI.ListObligations(ctx).Execute()
	expect(err == nil && len(obligations.Data) == int(obligations.Meta.Count), "obligations", err)
	reports, _, err := client.ReportsAPI.ListReports(ctx).Execute()
	expect(err == nil && len(reports.Data) == int(reports.Meta.Count), "reports", err)
	for _, country := range countries.Data {
		_, _, err = client.CountriesAPI.GetCountry(ctx, country.Code).Execute()
		expect(err == nil, country.Code, err)
	}
	table, _, err := client.DataFilesAPI.GetCountriesCsv(ctx).Execute()
	expect(err == nil && table != "", "countries.csv", err)
	_, missing, err := client.CountriesAPI.GetCountry(ctx, "xx").Execute()
	expect(err != nil && missing.StatusCode == http.StatusNotFound, "a missing file", err)
}

func expect(ok bool, what string, err error) {
	if !ok {
		log.Fatalf("%s: %v", what, err)
	}
}
