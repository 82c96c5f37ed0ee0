import { unpackText } from '@/files/packed-text.ts'
import { readHostFile } from '@/simulation/host-file.ts'
import { MAX_KILOBYTES } from '@/simulation/world-limits.ts'
import { readWorldFileApart } from './world-file-thread.ts'
import { KEY, MAX_LINK_KILOBYTES } from './world-link.ts'
import type { WorldFile } from './world-schema.ts'

const MAX_BYTES = MAX_KILOBYTES * 1000
const MAX_LINK_BYTES = MAX_LINK_KILOBYTES * 1000
const packedIn = (address: URL) => new URLSearchParams(address.hash.slice(1)).get(KEY)

/** The world file in a URL, or why it cannot be opened. */
export async function linkedWorld(
  address: URL,
): Promise<{ worldFile: WorldFile } | { problem: string } | null> {
  const [packed, path] = [packedIn(address), address.searchParams.get(KEY)]
  try {
    if (packed !== null)
      return { worldFile: await readWorldFileApart(await unpackText(packed, MAX_LINK_BYTES)) }
    if (path !== null) return { worldFile: await readWorldFileApart(await readHostFile(path, MAX_BYTES)) }
    return null
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Starts the cloud, with the linked world file if there is one. */
type Start<Cloud> = (linked: { worldFile?: WorldFile }) => Promise<Cloud>

/** Opens the world in the URL of this page; if that fails, the previous one, with the error. */
export async function startLinked<Cloud extends object>(
  start: Start<Cloud>,
  address = new URL(window.location.href),
): Promise<Cloud & { linkProblem: string | undefined }> {
  const linked = await linkedWorld(address)
  let linkProblem = linked && 'problem' in linked ? linked.problem : undefined
  if (linked && 'worldFile' in linked)
    try {
      return { ...(await start(linked)), linkProblem }
    } catch (error) {
      linkProblem = error instanceof Error ? error.message : String(error)
    }
  return { ...(await start({})), linkProblem }
}
