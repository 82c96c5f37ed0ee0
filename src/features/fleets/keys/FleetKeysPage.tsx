import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/fleet-access.ts'
import { fleetQuery } from '@/domain/fleet.queries.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { loadFleet } from '@/domain/load-fleet.ts'
import { may } from '@/domain/permissions.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { paths } from '@/lib/paths.ts'
import { fleetKeysText as text } from '@/messages/fleet-keys.ts'
import { Button } from '@/ui/Button.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { fleetKeysQuery } from './keys.queries.ts'
import { KeysTable } from './KeysTable.tsx'
import { SecretDialog } from './SecretDialog.tsx'

/** Only for who may read keys; anybody else is sent home (spec 2 §2, §6). */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  const cache = cacheOf(args)
  const role = (await cache.ensureQueryData(fleetRoleQuery(id))) ?? 'member'
  if (!may(role, 'resin.api_key.read')) throw redirect(paths.home())
  await cache.ensureQueryData(fleetKeysQuery(id))
  return { id, role }
}

/** The provisioning keys of a fleet. */
export function Component() {
  const { id, role } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const keys = useSuspenseQuery(fleetKeysQuery(id))
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      count={keys.data.length}
      actions={
        <Button
          variant="primary"
          icon={<IconPlus size={16} aria-hidden="true" />}
          reason={whyNotAllowed(role, 'resin.api_key.create')}
          onClick={() => setCreating(true)}
        >
          {text.create}
        </Button>
      }
    >
      <p>{text.intro}</p>
      <StaleNotice query={keys} />
      {keys.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <KeysTable fleet={fleet} keys={keys.data} role={role} />
      )}
      {creating && (
        <KeyDialog fleet={fleet} fleetKey={null} onClose={() => setCreating(false)} onCreated={setSecret} />
      )}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </PageFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame title={text.title}>
      <LoadError title={text.loadFailed} />
    </PageFrame>
  )
}
