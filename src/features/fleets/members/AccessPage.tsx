import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { fleetQuery, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { accessDialogText } from '@/messages/fleets/fleet-members.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import type { loadAccessPage } from './access-page.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { Unauthorized } from './Unauthorized.tsx'

export interface AccessPageProps {
  text: { title: string; documentTitle: (fleet: string) => string }
  /** The page, for users who may see it. */
  children: (fleet: Fleet) => ReactNode
}

/** A page about access to a fleet, app or block; other users see that they are not authorized. */
export function AccessPage({ text, children }: AccessPageProps) {
  const { id, maySee } = useLoaderData<typeof loadAccessPage>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  if (maySee) return children(fleet)
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      <Unauthorized />
    </PageFrame>
  )
}

export interface AccessActionsProps {
  fleet: Fleet
  /** Label of the button that grants access. */
  label: string
  reason: string | undefined
  onGive: () => void
}

/** Buttons next to the title: list of everyone with access, and granting access. */
export function AccessActions({ fleet, label, reason, onGive }: AccessActionsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconUsers size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {accessDialogText.open}
      </Button>
      <Button
        variant="primary"
        icon={<IconPlus size={16} aria-hidden="true" />}
        reason={reason}
        onClick={onGive}
      >
        {label}
      </Button>
      {isOpen && <AccessDialog fleet={fleet} onClose={() => setOpen(false)} />}
    </>
  )
}
