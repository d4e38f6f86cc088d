"""A proxy between Pants and the cache server with one of these faults.

python proxy.py PORT TO_PORT hole          accepts everything and never answers
python proxy.py PORT TO_PORT delay 5       delays each chunk by 5 seconds
python proxy.py PORT TO_PORT cut 100000    exits after passing on 100,000 bytes of responses
"""

import asyncio
import os
import sys

CHUNK = 65536


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float, allowed: float) -> None:
    """Pass bytes on, each chunk after `seconds`; exit once `allowed` bytes have passed."""
    try:
        while chunk := await reader.read(CHUNK):
            await asyncio.sleep(seconds)
            writer.write(chunk)
            await writer.drain()
            allowed -= len(chunk)
            if allowed <= 0:
                # Like a killed server: all connections close at once, and nothing listens any more.
                os._exit(0)
    except ConnectionError:
        pass
    finally:
        writer.close()


async def serve(port: int, to_port: int, fault: str, amount: float) -> None:
    """Listen on `port` until the process ends."""

    async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if fault == "hole":
            while await reader.read(CHUNK):
                pass
            return
        seconds, allowed = (amount, float("inf")) if fault == "delay" else (0.0, amount)
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", to_port)
        await asyncio.gather(
            pump(reader, server_writer, seconds, float("inf")), pump(server_reader, writer, seconds, allowed)
        )

    server = await asyncio.start_server(on_connection, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], float((*sys.argv, "0")[4])))
