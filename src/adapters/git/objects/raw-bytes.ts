/**
 * For `info/attributes`, which overrides every `.gitattributes` in a tree: bytes stay unchanged, no filter is started,
 * and no file is hidden from a diff. (`-working-tree-encoding` would be an error; `!` unsets it.)
 */
export const RAW_BYTES = '* -text !eol !crlf -ident !filter !working-tree-encoding !diff !merge !whitespace\n'
