import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { impersonationText as text } from '@/messages/app/shell.ts'
import { Button } from '@/ui/form/Button.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'
import { LineBanner } from './LineBanner.tsx'
import { currentUserQuery } from './shell.queries.ts'

/**
 * Tells staff all the time that they act as another user, with the way back. The token of the staff member is not kept, so
 * that is a sign-out and a new sign-in (docs/decisions/product-rules.md, 39).
 */
export function ImpersonationBanner() {
  const claims = api().session.claims()
  const { data: user } = useQuery(currentUserQuery())
  const navigate = useNavigate()
  const queries = useQueryClient()
  if (claims?.actualUser === undefined || claims.actualUser === claims.id) return null
  const name = user?.username ?? text.another
  return (
    <LineBanner
      tone="warn"
      text={text.acting(name)}
      short={text.actingShort(name)}
      action={
        <Button size="s" onClick={() => signOut({ navigate }, queries, paths.login({ ended: 'acted' }))}>
          {text.stop}
        </Button>
      }
    />
  )
}
