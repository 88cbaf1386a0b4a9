# Ends what a script started, with all that came of it. Sourced; reads /proc (Linux).

# processes_of PID...: of these processes, what they started in turn, and the rest of the
# sessions that one of them leads, the ids of all that still run. A session keeps together what
# outlived the process that started it; descent finds who has left for a session of his own.
processes_of() {
    cat /proc/[0-9]*/stat 2>/dev/null | awk -v named="$*" '
        BEGIN { count = split(named, list, " "); for (i = 1; i <= count; i++) is_one[list[i]] = 1 }
        { pid = $1; sub(/^.*\) /, "") } # the name before it may hold blanks
        $1 != "Z" { parent[pid] = $2; session[pid] = $4 }
        END {
            do {
                more = 0
                for (pid in parent)
                    if (!(pid in is_one) && (parent[pid] in is_one || session[pid] in is_one)) { is_one[pid] = 1; more = 1 }
            } while (more)
            for (pid in parent) if (pid in is_one) print pid
        }'
}

# end_processes SECONDS PID...: asked to end, and after SECONDS made to; none is left then
end_processes() {
    local deadline=$((SECONDS + $1)) ids
    shift
    ids=$(processes_of "$@")
    # shellcheck disable=SC2086 # ids hold no blanks
    [ -z "$ids" ] || kill -TERM $ids 2>/dev/null
    while [ -n "$ids" ] && [ "$SECONDS" -le $((deadline + 10)) ]; do
        # shellcheck disable=SC2086
        [ "$SECONDS" -lt "$deadline" ] || kill -KILL $ids 2>/dev/null
        sleep 0.1
        ids=$(processes_of "$@" $ids)
    done
}
