import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { paths } from '@/lib/paths.ts'
import { stagedText } from '@/messages/variables/variables.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'

/** Asks for confirmation before a page with staged changes is left, but not when the session ends. */
export function LeaveWarning({ pending }: { pending: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      pending &&
      nextLocation.pathname !== currentLocation.pathname &&
      !nextLocation.pathname.startsWith(paths.login()),
  )
  useEffect(() => {
    if (!pending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [pending])
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={stagedText.leaveTitle}
      size="s"
      footer={
        <>
          <Button onClick={stay}>{stagedText.stay}</Button>
          <Button variant="primary" data-autofocus onClick={() => blocker.proceed?.()}>
            {stagedText.ok}
          </Button>
        </>
      }
    >
      <p>{stagedText.leave}</p>
      <p>{stagedText.leaveDetail}</p>
    </Dialog>
  )
}
