import { createEditor, press } from './editor.js'
import { load, save } from './file.js'

/** A file that is being edited; it is over when `left` is true. */
export function open(path) {
  const { lines, isNew } = load(path)
  const editor = { ...createEditor(lines), message: `"${path}"${isNew ? ' [new]' : ''}` }
  return { path, editor, saved: lines, left: false }
}

/** The session after a key, with what the editor asked for carried out. */
export function pressed(session, key) {
  const editor = press(session.editor, key)
  return editor.requests.reduce(carryOut, { ...session, editor: { ...editor, requests: [] } })
}

function carryOut(session, request) {
  const { editor, saved } = session
  const say = message => ({ ...session, editor: { ...editor, message } })
  if (request.is === 'quit')
    return request.force || editor.lines === saved ? { ...session, left: true } : say('not written; :q! leaves all the same')
  try {
    const path = request.path ?? session.path
    const bytes = save(path, editor.lines)
    const written = path === session.path ? editor.lines : saved
    return { ...say(`${bytes} bytes written to "${path}"`), saved: written, left: request.quit }
  } catch (error) {
    return say(error.message)
  }
}
