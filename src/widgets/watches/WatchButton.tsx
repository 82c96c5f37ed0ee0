import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { watchButtonText } from '@/messages/watches/watch-button.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { useHasOpened } from '@/ui/overlay/use-has-opened.ts'
import type { WatchSubject } from './WatchDialog.tsx'

const WatchDialog = lazy(() =>
  import('./WatchDialog.tsx').then((loaded) => ({ default: loaded.WatchDialog })),
)

/** Opens the dialog with the watches of a device, list or rollout. */
export function WatchButton({ subject }: { subject: WatchSubject }) {
  const [opened, setOpened] = useState(false)
  const wasOpened = useHasOpened(opened)
  return (
    <>
      <IconButton
        label={watchButtonText[subject.of]}
        icon={<IconBell size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <WatchDialog subject={subject} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
