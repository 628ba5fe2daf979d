"""Reads a capture of RMTP and says what is in each datagram, by what docs/protocols/rmtp.md says.

A capture is a file of records: 4 bytes length, big-endian, and a datagram. Prints a line for each datagram, then how many there were of each packet,
then the SHA-256 of the data set as DATA brought it. Ends with 1 at the first byte that it knows nothing of.
"""
import collections
import hashlib
import struct
import sys


class Unknown(Exception):
    """There is something that the page does not describe."""


def crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


CRC = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ CRC[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


# Name; flags by bit; fields as (name, bytes), where BLOCK is 2 bytes length and what follows, and REST is all up to the end.
BLOCK, REST, ENTRIES = "block", "rest", "entries"
TOKEN, ROUND, BACKOFF = ("token", 8), ("round", 2), ("backoff", 4)
PACKETS = {
    1: ("CONN", ["OPEN"], [("dataset", 8), ("total", 8), ("packetbytes", 2), BACKOFF, ("description", BLOCK)]),
    2: ("CACK", [], [TOKEN, ("nonce", 8), ("answer", 1), ("roundtrip", 4), ("held", 8), ("reason", REST)]),
    3: ("TOKEN", ["REPORTS"], [("nonce", 8), TOKEN]),
    4: ("DATA", ["START", "STOP", "LAST", "SEPARATE", "REPAIR", "NUMBERED", "TIMED"],
        [("sequence", 8), ROUND, ("period", 2), BACKOFF, ("bytes", REST)]),
    5: ("POLL", [], [ROUND, BACKOFF, ("from", 8)]),
    6: ("NACK", [], [TOKEN, ROUND, ("missing", 8), ("first", 8), ("limit", 8), ("entries", ENTRIES)]),
    7: ("ACK", [], [TOKEN, ROUND]),
    8: ("BUSY", [], [TOKEN, ("reason", REST)]),
    9: ("RRDY", [], [TOKEN]),
    10: ("REL", [], [ROUND, BACKOFF, ("trailer", BLOCK)]),
    11: ("RACK", ["DAMAGED"], [TOKEN, ("reason", REST)]),
    12: ("REPORT", [], [TOKEN, ("period", 2), ("received", 4)]),
    13: ("END", ["COMPLETE"], []),
    14: ("RATE", [], [TOKEN, ("number", 4), ("wanted", 8), ("received", 8), ("losses", 4), ("roundtrip", 4), ("queue", 4), ("bound", 1)]),
    15: ("RATE_TAKEN", [], [("number", 4), ("pause", 4)]),
}


class Reader:
    def __init__(self, data, at):
        self.data, self.at = data, at

    def left(self):
        return len(self.data) - self.at

    def take(self, count):
        if count > self.left():
            raise Unknown(f"{count} bytes are wanted, {self.left()} are left")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def varint(self):
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def field(self, kind, before):
        if kind == BLOCK:
            return self.take(self.number(2))
        if kind == REST:
            return self.take(self.left())
        return self.missing(before["first"], before["limit"]) if kind == ENTRIES else self.number(kind)

    def missing(self, first, limit):
        named, at = [], first
        while self.left():
            at += self.varint()
            form = self.varint()
            if form % 2 == 0:
                named.extend(range(at, at + form // 2 + 1))
                at += form // 2 + 1
            else:
                bits = self.take((form - 1) // 2 + 1)
                if len(bits) > 64 or not bits[0] or not bits[-1]:
                    raise Unknown("a bitmap that is not as described")
                named.extend(at + i for i in range(8 * len(bits)) if bits[i // 8] >> (i % 8) & 1)
                at = min(limit, at + 8 * len(bits))
        if named and (named[-1] >= limit or at > limit):
            raise Unknown("a NACK names packets behind its limit")
        return named


def read(datagram):
    magic, version, protocol, kind, flags, extension, session, member, incarnation, crc = struct.unpack(
        ">HBBBBHQQII", datagram[:32])
    if (magic, version, protocol, extension) != (0x524D, 2, 5, 0) or kind not in PACKETS or not member or not incarnation:
        raise Unknown("a header that is not as described")
    if crc != crc32c(datagram[:28] + datagram[32:]):
        raise Unknown("the checksum is another one")
    name, bits, layout = PACKETS[kind]
    if flags >> len(bits):
        raise Unknown(f"flags {flags} of {name}")
    reader = Reader(datagram, 32)
    fields = {"session": session, "member": member, "flags": [bit for i, bit in enumerate(bits) if flags >> i & 1]}
    fields["transfer"] = reader.number(4)
    for field, size in layout:
        fields[field] = reader.field(size, fields)
    if len(fields.get("reason", b"")) > (200 if name == "BUSY" or fields["flags"] or fields.get("answer") == 2 else 0):
        raise Unknown(f"a reason in {name} that is not as described")
    check_shared(name, fields)
    if reader.left() or not fields["transfer"]:
        raise Unknown(f"{reader.left()} bytes behind {name}")
    return name, fields


def check_shared(name, fields):
    flags = fields["flags"]
    if "NUMBERED" in flags:
        fields["number"] = fields.pop("period")
        if "TIMED" in flags:
            fields["time"] = fields.pop("backoff")
        if "START" in flags or "STOP" in flags or ("LAST" in flags) > ("backoff" in fields):
            raise Unknown(f"a DATA with flags {flags}")
    elif "TIMED" in flags:
        raise Unknown("a DATA with a time and without a number")
    if "RATE" in name and not fields["number"]:
        raise Unknown(f"a {name} without a number")
    if name == "RATE" and (max(fields["wanted"], fields["received"]) > 1 << 50 or fields["bound"] > 3):
        raise Unknown("a RATE that is not as described")


def main(path):
    counts, packets, total, size = collections.Counter(), {}, 0, 1
    with open(path, "rb") as capture:
        while length := capture.read(4):
            name, fields = read(capture.read(int.from_bytes(length, "big")))
            counts[name] += 1
            if name == "CONN":
                total, size = fields["total"], fields["packetbytes"]
            elif name == "DATA":
                packets[fields["sequence"]] = fields["bytes"]
            shown = (f"{k}={len(v) if isinstance(v, bytes) else v}" for k, v in fields.items())
            print(name, *shown)
    for name, _, _ in PACKETS.values():
        print("count", name, counts[name])
    if len(packets) != (total + size - 1) // size:
        raise Unknown(f"{len(packets)} packets of {total} bytes")
    print("sha256", hashlib.sha256(b"".join(packets[i] for i in sorted(packets))).hexdigest())


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Unknown as unknown:
        sys.exit(f"unknown: {unknown}")
