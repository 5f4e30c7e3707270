export { EMPTY, record, redo, undo } from 'vi-history'
