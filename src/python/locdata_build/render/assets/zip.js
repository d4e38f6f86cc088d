// Files as a ZIP archive, deflated (APPNOTE.TXT of PKWARE, version 6.3).
const encoder = new TextEncoder();

function checksum(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return ~crc >>> 0;
}

async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Numbers of two and four bytes, the lowest byte first.
const short = (number) => [number & 255, (number >> 8) & 255];
const long = (number) => [...short(number), ...short(number >>> 16)];

// Version 2.0, names in UTF-8, deflated, 1 January 1980.
const FEATURES = [...short(20), ...short(0x800), ...short(8), ...short(0), ...short(0x21)];

// `files` has the text of each file by its name.
export async function zipped(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [title, bytes] = [encoder.encode(name), encoder.encode(text)];
    const content = await deflated(bytes);
    const sizes = [checksum(bytes), content.length, bytes.length].flatMap(long);
    const header = [...FEATURES, ...sizes, ...short(title.length), ...short(0)];
    parts.push(Uint8Array.of(...long(0x04034b50), ...header, ...title), content);
    directory.push(...long(0x02014b50), ...short(20), ...header, ...Array(10).fill(0), ...long(offset), ...title);
    offset += 30 + title.length + content.length;
  }
  const count = short(Object.keys(files).length);
  const end = [...long(0x06054b50), 0, 0, 0, 0, ...count, ...count, ...long(directory.length), ...long(offset), 0, 0];
  return new Blob([...parts, Uint8Array.of(...directory, ...end)]);
}
