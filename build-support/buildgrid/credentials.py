"""Create credentials to try out the server on one machine: a certificate for localhost, and tokens for CI and a reader.

    python credentials.py FOLDER

A team uses the certificates of its own authority and the tokens of its own single sign-on instead.
"""

import datetime as dt
import ipaddress
import secrets
import sys
from pathlib import Path

import jwt  # pants: no-infer-dep
from cryptography import x509  # pants: no-infer-dep
from cryptography.hazmat.primitives import hashes, serialization  # pants: no-infer-dep
from cryptography.hazmat.primitives.asymmetric import ec  # pants: no-infer-dep

LIFETIME = dt.timedelta(days=1)


def certificate(
    name: str, key: ec.EllipticCurvePrivateKey, issuer: str, issuer_key: ec.EllipticCurvePrivateKey, authority: bool
) -> bytes:
    """Return a certificate for `name`, signed by `issuer`, as PEM."""
    now = dt.datetime.now(dt.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name.from_rfc4514_string(f"CN={name}"))
        .issuer_name(x509.Name.from_rfc4514_string(f"CN={issuer}"))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - LIFETIME)
        .not_valid_after(now + LIFETIME)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
    )
    return builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return a private key as PEM."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def main(folder: Path) -> None:
    """Write ca.pem, server.key, server.pem, token.secret, and ci.token and reader.token."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority_key, server_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    (folder / "ca.pem").write_bytes(certificate("trial", authority_key, "trial", authority_key, authority=True))
    (folder / "server.pem").write_bytes(certificate("localhost", server_key, "trial", authority_key, authority=False))
    (folder / "server.key").write_bytes(pem(server_key))
    secret = secrets.token_hex(32)
    (folder / "token.secret").write_text(secret)
    expiry = dt.datetime.now(dt.UTC) + LIFETIME
    for subject in ("ci", "reader"):
        (folder / f"{subject}.token").write_text(jwt.encode({"sub": subject, "exp": expiry}, secret, "HS256"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
