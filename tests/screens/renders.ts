// Counts what React renders, through the interface of its developer tools. `setup.ts` loads this before React.

/** A component or element as React keeps it; `alternate` is the one of the commit before. */
interface Fiber {
  alternate: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  flags: number
  type: unknown
}

interface Root {
  current: Fiber
}

interface DeveloperTools {
  listeners: Set<(root: Root) => void>
}

interface Counted {
  mounts: number
  updates: number
}

/** React's mark of a component that was called in the last commit. */
const PERFORMED_WORK = 1

function developerTools(): DeveloperTools {
  const place = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: DeveloperTools }
  if (place.__REACT_DEVTOOLS_GLOBAL_HOOK__ !== undefined) return place.__REACT_DEVTOOLS_GLOBAL_HOOK__
  const listeners: DeveloperTools['listeners'] = new Set()
  const hook = {
    listeners,
    supportsFiber: true,
    checkDCE() {},
    inject: () => 1,
    onCommitFiberRoot(_: unknown, root: Root) {
      for (const listener of listeners) listener(root)
    },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  }
  place.__REACT_DEVTOOLS_GLOBAL_HOOK__ = hook
  return hook
}

developerTools()

/** The name of a component; undefined for elements and parts of React. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name || undefined
  if (typeof type !== 'object' || type === null) return undefined
  const { type: memoized, render } = type as { type?: unknown; render?: unknown }
  return nameOf(memoized ?? render)
}

/** Counts mounts and updates of components, by name, up to the first commit after which `isDone` holds. */
export function countRenders(isDone: () => boolean) {
  const counts = new Map<string, Counted>()
  const seen = new WeakSet<Fiber>()
  let commits = 0
  const visit = (fiber: Fiber, isInNew: boolean): void => {
    const { alternate } = fiber
    const isNew = isInNew || !(seen.has(fiber) || (alternate !== null && seen.has(alternate)))
    const name = nameOf(fiber.type)
    const isRendered = isNew || (fiber.flags & PERFORMED_WORK) !== 0
    if (name !== undefined && isRendered) {
      const counted = counts.get(name) ?? { mounts: 0, updates: 0 }
      counted[isNew ? 'mounts' : 'updates'] += 1
      counts.set(name, counted)
    }
    seen.add(fiber)
    // The same children as before: nothing below was rendered.
    if (!isNew && alternate?.child === fiber.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) visit(child, isNew)
  }
  const listener = ({ current }: Root) => {
    commits += 1
    visit(current, false)
    if (isDone()) listeners.delete(listener)
  }
  const { listeners } = developerTools()
  listeners.add(listener)
  return {
    /** By the name of the component. */
    counts: counts as ReadonlyMap<string, Readonly<Counted>>,
    commits: () => commits,
  }
}
