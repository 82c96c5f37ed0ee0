/** A promise that others resolve. */
export interface Deferred<Value> {
  promise: Promise<Value>
  resolve: (value: Value | PromiseLike<Value>) => void
}

/** A promise with the function that resolves it. Node 20, on which the installed commands run too, has none of its own. */
export function deferred<Value = void>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => {}
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
