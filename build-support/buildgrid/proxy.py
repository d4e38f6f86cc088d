"""Stands between Pants and the cache server, and is as bad as it is told.

python proxy.py PORT TO_PORT hole          takes everything and answers nothing
python proxy.py PORT TO_PORT delay 5       holds each piece back for 5 seconds
python proxy.py PORT TO_PORT cut 100000    dies once it has passed on so many bytes of answers
"""

import asyncio
import os
import sys

PIECE = 65536


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float, allowed: float) -> None:
    """Passes bytes on, each piece after `seconds`, until more than `allowed` have passed."""
    try:
        while piece := await reader.read(PIECE):
            await asyncio.sleep(seconds)
            writer.write(piece)
            await writer.drain()
            allowed -= len(piece)
            if allowed <= 0:
                # As a server that is killed: every connection is gone at once, and nothing listens.
                os._exit(0)
    except ConnectionError:
        pass
    finally:
        writer.close()


async def serve(port: int, to_port: int, fault: str, amount: float) -> None:
    """Listens on `port` for ever."""

    async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if fault == "hole":
            while await reader.read(PIECE):
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
