import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fromText, toText } from './buffer.js'

/** The lines of a file; one that does not exist yet is empty and new. */
export function load(path) {
  try {
    return { lines: fromText(readFileSync(path, 'utf8')), isNew: false }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return { lines: [''], isNew: true }
  }
}

/** Writes lines to a file and says how many bytes it has; whatever happens, either the old or the new text is there. */
export function save(path, lines) {
  const text = toText(lines)
  const place = existing(path)
  const beside = `${place.path}.vi-${process.pid}`
  try {
    writeFileSync(beside, text, { mode: place.mode })
    renameSync(beside, place.path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  return Buffer.byteLength(text)
}

/** Behind a link lies the file that is meant; it keeps its mode. */
function existing(path) {
  try {
    const real = realpathSync(path)
    return { path: real, mode: statSync(real).mode }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return { path, mode: 0o666 }
  }
}
