import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { useReverification } from '@/features/preferences/reverification/use-reverification.tsx'
import { pageIn } from '@/lib/url-state.ts'
import { keysText } from '@/messages/access/keys.ts'
import { accessTokensText as text } from '@/messages/preferences/preferences-tokens.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { KeyList } from '@/widgets/access/KeyList.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { CreateUserKeyDialog } from './CreateUserKeyDialog.tsx'
import { SessionTokenPanel } from './SessionTokenPanel.tsx'
import { userKeysQuery } from './user-keys.queries.ts'
import styles from './UserKeys.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  const { actor } = await cache.ensureQueryData(accountQuery())
  const page = pageIn(new URL(args.request.url).searchParams)
  await cache.ensureQueryData(userKeysQuery(actor, page))
  return { actor, page }
}

/** The session token and API keys of the user. */
export function Component() {
  const { actor, page } = useLoaderData<typeof loader>()
  const { data: account } = useSuspenseQuery(accountQuery())
  return (
    <PageFrame title={text.title}>
      <SessionTokenPanel hasKeys={account.saml.length === 0} />
      <UserKeys actor={actor} page={page} isSamlUser={account.saml.length > 0} />
    </PageFrame>
  )
}

/** Users need no role for their own keys (docs/decisions/product-rules.md, 10). */
function UserKeys({ actor, page, isSamlUser }: { actor: number; page: number; isSamlUser: boolean }) {
  const heading = useId()
  const keys = useSuspenseQuery(userKeysQuery(actor, page))
  const reverification = useReverification()
  const [creating, setCreating] = useState(false)
  const begin = async () => {
    if (await reverification.confirm()) setCreating(true)
  }
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.head}>
        <h2 id={heading}>{text.keys}</h2>
        <Button
          variant="primary"
          icon={<IconPlus size={16} aria-hidden="true" />}
          reason={isSamlUser ? text.samlWarning : undefined}
          onClick={() => void begin()}
        >
          {keysText.create}
        </Button>
      </div>
      {!isSamlUser && <p className={styles.intro}>{text.keysIntro}</p>}
      {isSamlUser && <Banner tone="warn">{text.samlWarning}</Banner>}
      <KeyList
        text={isSamlUser ? { ...text, emptyDetail: text.emptyWithSaml } : text}
        query={keys}
        page={page}
        renderCreate={
          creating &&
          ((onCreated) => <CreateUserKeyDialog onClose={() => setCreating(false)} onCreated={onCreated} />)
        }
      />
      {reverification.dialog}
    </section>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.keysFailed} />
