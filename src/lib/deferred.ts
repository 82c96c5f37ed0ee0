/** A promise that others settle. */
export interface Deferred<Value> {
  promise: Promise<Value>
  resolve: (value: Value | PromiseLike<Value>) => void
  reject: (reason: unknown) => void
}

/** A promise with the functions that settle it. Node 20, on which the installed commands run too, has none of its own. */
export function deferred<Value = void>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => {}
  let reject: Deferred<Value>['reject'] = () => {}
  const promise = new Promise<Value>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}
