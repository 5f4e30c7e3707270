/**
 * For `info/attributes`, which is stronger than every `.gitattributes` in a tree: bytes go in and out as they are, no
 * filter is started, and no file is hidden from a diff. (`-working-tree-encoding` would be an error: `!` takes it back.)
 */
export const RAW_BYTES = '* -text !eol !crlf -ident !filter !working-tree-encoding !diff !merge !whitespace\n'
