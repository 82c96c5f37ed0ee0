const addressOf = (path: string) => new URL(path, new URL(import.meta.env.BASE_URL, document.baseURI))

export const isOnHost = (path: string) => addressOf(path).origin === location.origin

/**
 * A text file beside the dashboard, such as `stories/ours.yaml`, or anywhere on its host when it begins with a slash. It is
 * read no further than `mostBytes`.
 * @throws Error with what is wrong, for people.
 */
export async function readHostFile(path: string, mostBytes: number): Promise<string> {
  const address = addressOf(path)
  if (!isOnHost(path)) throw new Error('Files of other hosts are not opened')
  const response = await fetch(address, { redirect: 'error', credentials: 'same-origin' })
  const type = response.headers.get('content-type') ?? ''
  // A host that answers unknown paths with the dashboard's own page has no such file.
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
