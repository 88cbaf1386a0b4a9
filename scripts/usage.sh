# A script's first comment is its help. Sourced before anything else: answers --help with it
# and ends the script.

usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }

# Called with something that the script does not understand, or too little.
wrong_usage() {
    usage >&2
    exit 2
}

case ${1:-} in
-h | --help)
    usage
    exit 0
    ;;
esac
