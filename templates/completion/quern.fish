# Completion of quern for fish 3.1 or newer: a file `quern.fish` in ~/.config/fish/completions.

function __quern_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l proposals (QUERN_COMPLETE=fish $words[1] $words[2..-1] "$current" 2>/dev/null)
    if contains -- :path $proposals
        __fish_complete_path "$current"
    else
        string collect -- $proposals
    end
end

complete -c quern -f -a '(__quern_complete)'
