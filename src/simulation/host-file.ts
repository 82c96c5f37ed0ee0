const addressOf = (path: string) => new URL(path, new URL(import.meta.env.BASE_URL, document.baseURI))

export const isOnHost = (path: string) => addressOf(path).origin === location.origin

/**
 * Loads a text file next to the dashboard, such as `stories/ours.yaml`, or relative to the host with a leading slash.
 * Reads at most `mostBytes`. Throws an Error with a readable message.
 */
export async function readHostFile(path: string, mostBytes: number): Promise<string> {
  const address = addressOf(path)
  if (!isOnHost(path)) throw new Error('Files of other hosts are not opened')
  const response = await fetch(address, { redirect: 'error', credentials: 'same-origin' })
  const type = response.headers.get('content-type') ?? ''
  // Hosts that serve the dashboard for unknown paths do not have the file.
  if (!response.ok || type.startsWith('text/html'))
    throw new Error(`There is no file ${address.pathname} on this host`)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let left = mostBytes
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    chunks.push(read.value)
    left -= read.value.length
    if (left >= 0) continue
    void reader?.cancel()
    throw new Error(`${address.pathname} is too long`)
  }
  return new Blob(chunks).text()
}
