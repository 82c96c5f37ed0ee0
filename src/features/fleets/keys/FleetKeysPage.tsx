import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { may } from '@/domain/access/permissions.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { pageIn } from '@/lib/url-state.ts'
import { keysText } from '@/messages/access/keys.ts'
import { fleetKeysText as text } from '@/messages/fleets/fleet-keys.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { KeyList } from '@/widgets/access/KeyList.tsx'
import { leavePage } from '@/widgets/access/leave-page.ts'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { fleetKeysQuery } from './keys.queries.ts'

/** Redirects users who may not read keys to the home page. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  const cache = cacheOf(args)
  const role = (await cache.ensureQueryData(fleetRoleQuery(id))) ?? 'member'
  if (!may(role, 'resin.api_key.read')) throw leavePage(text.title, role)
  const page = pageIn(new URL(args.request.url).searchParams)
  await cache.ensureQueryData(fleetKeysQuery(id, page))
  return { id, role, page }
}

/** The provisioning keys of a fleet. */
export function Component() {
  const { id, role, page } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const keys = useSuspenseQuery(fleetKeysQuery(id, page))
  const [creating, setCreating] = useState(false)
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      count={offers('keysOfFleets') ? keys.data.total : undefined}
      actions={
        <Button
          variant="primary"
          icon={<IconPlus size={16} aria-hidden="true" />}
          reason={whyNotAllowed(role, 'resin.api_key.create')}
          onClick={() => setCreating(true)}
        >
          {keysText.create}
        </Button>
      }
    >
      <p>{text.intro}</p>
      <KeyList
        text={offers('keysOfFleets') ? text : { ...text, ...text.unlisted }}
        query={keys}
        page={page}
        whyNotChange={whyNotAllowed(role, 'resin.api_key.update')}
        whyNotRevoke={whyNotAllowed(role, 'resin.api_key.delete')}
        renderCreate={
          creating &&
          ((onCreated) => (
            <CreateKeyDialog fleet={fleet} onClose={() => setCreating(false)} onCreated={onCreated} />
          ))
        }
      />
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
