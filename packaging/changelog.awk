# Converts CHANGELOG.md into the changelog of a Debian package.
#
#   awk -v maintainer=… -v date=… -f changelog.awk CHANGELOG.md
#
# A section's heading is '## VERSION, DAY' or '## VERSION, not yet released'. A version that is not yet released gets
# the date given, in the format of RFC 2822; every other version gets noon (UTC) of its day.

function flush_item(   count, words, i, line) {
    if (item == "") return
    count = split(item, words, " ")
    line = "  *"
    for (i = 1; i <= count; i++) {
        if (length(line) + 1 + length(words[i]) > 79) {
            print line
            line = "   "
        }
        line = line " " words[i]
    }
    print line
    item = ""
}

function flush_section() {
    flush_item()
    if (version == "") return
    printf "\n -- %s  %s\n\n", maintainer, (day == "" ? date : rfc2822(day))
}

function rfc2822(day,   command, result) {
    command = "LC_ALL=C date -u -R -d '" day " 12:00'"
    command | getline result
    close(command)
    return result
}

/^## / {
    flush_section()
    version = $2
    sub(/,$/, "", version)
    day = $3 ~ /^[0-9]+-[0-9]+-[0-9]+$/ ? $3 : ""
    printf "eggtimer (%s) %s; urgency=medium\n\n", version, (day == "" ? "UNRELEASED" : "unstable")
    next
}

version == "" { next }
/^- / { flush_item(); item = substr($0, 3); next }
/^ +[^ ]/ { if (item != "") item = item " " $0; next }
/^$/ { flush_item() }

END {
    flush_section()
    if (version == "") exit 1
}
