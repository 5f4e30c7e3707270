import type { Diagnosis } from './diagnosis.ts'

/** A diagnosis in one sentence. */
export const diagnosisWords = (diagnosis: Diagnosis): string =>
  'problem' in diagnosis
    ? `${diagnosis.by} found no cause: ${diagnosis.problem}`
    : `${diagnosis.by} suspects ${diagnosis.suspect === null ? 'no single task' : `task ${diagnosis.suspect}`}: ${diagnosis.cause} (${diagnosis.place})`
