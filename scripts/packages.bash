# What the scripts need from the machine: four Debian packages and Swift. Sourced by the others, does nothing by itself.
# `self` is the path of the script that sources it, `root` that of the checkout.
#
#   install_missing [PACKAGE…]  installs what is missing of the packages (default: those of `required_packages`);
#                               silent when all are there; 69 when something cannot be installed
#   require_swift               69 when there is no `swift` on PATH
#   home_for_swift              prints a home folder that can be written, see there
#
# 69 is EX_UNAVAILABLE of sysexits.h. Every word goes to stderr, nothing reads stdin: both belong to the command.

# The header and library the build links, and the shell that people query the index with. The build does without
# pkg-config: SwiftPM reads the .pc files itself, and sqlite3.h lies on the default path.
required_packages=(libsqlite3-dev sqlite3 libcurl4-openssl-dev libjansson-dev)

# What some tests run beside: they are left out where it is missing.
test_packages=(python3 rclone openssl)

say() {
    printf '%s: %s\n' "${self##*/}" "$*" >&2
}

# The names of those packages, one a line, that dpkg does not call installed. Where there is no dpkg nothing is called
# missing: the build then names what it lacks.
missing_packages() {
    command -v dpkg-query >/dev/null || return 0
    local installed package
    installed=" $(dpkg-query -W -f '${db:Status-Status}=${Package} ' "$@" 2>/dev/null || true)"
    for package in "$@"; do
        [[ $installed == *" installed=$package "* ]] || printf '%s\n' "$package"
    done
}

install_missing() {
    (($#)) || set -- "${required_packages[@]}"
    local missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    if ! command -v apt-get >/dev/null; then
        say "missing: ${missing[*]}, and there is no apt-get here: install them by hand"
        return 69
    fi
    local as_root=()
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            say "missing: ${missing[*]}, and installing them needs root or sudo. As root: apt-get install ${missing[*]}"
            return 69
        fi
        as_root=(sudo)
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    local install=("${apt[@]}" install -y --no-install-recommends "${missing[@]}")

    say "installing ${missing[*]} with ${as_root[*]:+${as_root[*]} }apt-get"
    "${install[@]}" </dev/null >&2 && return 0
    say "that failed; updating the package lists to try once more"
    "${apt[@]}" update </dev/null >&2 && "${install[@]}" </dev/null >&2 && return 0
    say "cannot install ${missing[*]}: see the lines of apt-get above"
    return 69
}

require_swift() {
    command -v swift >/dev/null && return 0
    say "Swift is not on PATH: this needs Swift 6.2 or newer, from https://www.swift.org/install/linux/"
    say "when it is installed, put its folder on PATH, for example: export PATH=/opt/swift/usr/bin:\$PATH"
    return 69
}

# SwiftPM and the compiler keep caches in the home folder, and fail in an account that has none (services, some CI).
home_for_swift() {
    local home=${HOME-}
    if [[ ! -w $home ]]; then
        home=$root/.build/home
        mkdir -p "$home"
    fi
    printf '%s\n' "$home"
}
