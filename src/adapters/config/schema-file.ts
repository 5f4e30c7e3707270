import { jsonText } from '../../core/text/json-text.ts'
import { configJsonSchema } from './schema.ts'

/** The JSON Schema of pm-agent.yaml as the text of a file. */
export const schemaText = (): string => `${jsonText(configJsonSchema(), 2)}\n`

/** The first line of a pm-agent.yaml by which editors find the schema (the YAML language server, and all editors that use it). */
export const schemaComment = (path: string): string => `# yaml-language-server: $schema=${path}\n`
