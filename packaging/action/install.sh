#!/bin/sh
# Installs a release of residua: downloads the archive for this platform, checks its SHA-256 and unpacks it. For example,
#
#     sh install.sh --version 0.1.0 --url https://example.org/residua/releases/download --to ~/tools
#
# writes ~/tools/residua-0.1.0-x86_64-unknown-linux-gnu on Linux, and prints that folder. It installs the whole release or
# nothing. It needs curl or wget, sha256sum or shasum, and tar, or unzip on Windows.
#
# --version V    the version, as in the name of the archive
# --url URL      the address that has the folder vVERSION with the archives and SHA256SUMS
# --to DIR       the folder to install into
# --target T     another platform than this one, as Rust names it
# --sha256 HEX   the checksum that the archive must have. Without it SHA256SUMS of the release says it
set -eu

fail() {
    echo "error: $1" >&2
    echo "help: $2" >&2
    exit 1
}

version= url= to= target= sha256=
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || fail "\`$1\` has no value" "write one behind it"
    case $1 in
        --version) version=${2#v} ;;
        --url) url=${2%/} ;;
        --to) to=$2 ;;
        --target) target=$2 ;;
        --sha256) sha256=$2 ;;
        *) fail "\`$1\` is no option" "the options are --version, --url, --to, --target and --sha256" ;;
    esac
    shift 2
done
[ -n "$version" ] || fail "no version is given" "name one, such as \`--version 0.1.0\`"
[ -n "$url" ] || fail "no address of releases is given" "name it with \`--url\`, without the version"
[ -n "$to" ] || fail "no folder is given" "name the folder to install into with \`--to\`"

# The platform, as the names of archives have it.
if [ -z "$target" ]; then
    system=$(uname -s) machine=$(uname -m)
    case $machine in
        x86_64 | amd64) machine=x86_64 ;;
        aarch64 | arm64) machine=aarch64 ;;
        *) fail "there is no release for the processor \`$machine\`" "build residua from its sources, or name a platform with \`--target\`" ;;
    esac
    case $system in
        Linux) target=$machine-unknown-linux-gnu ;;
        Darwin) target=$machine-apple-darwin ;;
        MINGW* | MSYS* | CYGWIN*) target=$machine-pc-windows-msvc ;;
        *) fail "there is no release for the system \`$system\`" "build residua from its sources, or name a platform with \`--target\`" ;;
    esac
fi
name=residua-$version-$target
case $target in
    *windows*) archive=$name.zip ;;
    *) archive=$name.tar.gz ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Downloads a file of the release.
download() {
    from=$url/v$version/$1 status=0
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --retry 2 --output "$work/$1" "$from" 2>"$work/message" || status=$?
    elif command -v wget >/dev/null; then
        wget --no-verbose --tries 3 --output-document "$work/$1" "$from" 2>"$work/message" || status=$?
    else
        fail "neither curl nor wget is installed" "install one of them"
    fi
    case $status in
        0) return ;;
        # The server has answered that it has no such file: 22 of curl, 8 of wget.
        22 | 8) fail "there is no $from" "choose a version that has a release for $target, and check the address of \`--url\`" ;;
    esac
    cat "$work/message" >&2
    fail "cannot download $from" "check the address of \`--url\` and the network"
}

download "$archive"
if [ -z "$sha256" ]; then
    download SHA256SUMS
    sha256=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
    [ -n "$sha256" ] || fail "SHA256SUMS of version $version has no line for $archive" "the release is incomplete: choose another version"
fi
if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$work/$archive")
elif command -v shasum >/dev/null; then
    found=$(shasum -a 256 "$work/$archive")
else
    fail "neither sha256sum nor shasum is installed" "install one of them: an archive without a check is not installed"
fi
# A name with a backslash, as on Windows, gives a backslash before the sum.
found=${found#\\}
found=${found%% *}
[ "$found" = "$sha256" ] || fail "$archive has the SHA-256 $found, but must have $sha256" \
    "the download is damaged or is not this release. Nothing was installed. Try again, and report it if it stays so"

case $archive in
    *.zip) unzip -q "$work/$archive" -d "$work/unpacked" ;;
    *) mkdir "$work/unpacked" && tar -xzf "$work/$archive" -C "$work/unpacked" ;;
esac || fail "cannot unpack $archive" "tar is needed, or unzip on Windows"
[ -d "$work/unpacked/$name" ] || fail "$archive has no folder $name" "it is no release of residua: check the address"

# The folder of temporary files may be on another disk, where moving is copying.
mkdir -p "$to"
rm -rf "${to:?}/$name.part"
mv "$work/unpacked/$name" "$to/$name.part"
rm -rf "${to:?}/$name"
mv "$to/$name.part" "$to/$name"
echo "$to/$name"
