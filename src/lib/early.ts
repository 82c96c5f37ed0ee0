declare global {
  // Made by `public/boot.js`.
  var flotillaEarly: Record<string, Promise<Response>> | undefined
}

/** The answer to what was asked for before the scripts were there; taken once, so that a second try asks anew. */
export function takeEarly({ href }: URL): Promise<Response> | undefined {
  const answer = globalThis.flotillaEarly?.[href]
  if (answer !== undefined) delete globalThis.flotillaEarly?.[href]
  return answer
}
