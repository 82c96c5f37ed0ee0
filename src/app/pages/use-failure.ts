import { useEffect, useState } from 'react'
import { pageText } from '@/messages/shell.ts'
import { describeError, type ErrorDescription } from '../describe-error.ts'
import { recoverMissingChunk } from '../missing-chunk.ts'

/** Text and action for a failed page: if a chunk is missing, the page is reloaded as soon as that can help. */
export function useFailure(error: unknown): ErrorDescription {
  const [waits, setWaits] = useState(false)
  useEffect(() => void recoverMissingChunk(error, () => setWaits(true)), [error])
  return waits ? { text: pageText.offlinePart } : describeError(error)
}
