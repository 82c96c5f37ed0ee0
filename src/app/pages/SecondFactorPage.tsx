import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { pageText, shellText } from '@/messages/shell.ts'
import { Button } from '@/ui/Button.tsx'
import { useDocumentTitle } from '@/ui/PageTitle.tsx'
import { signOut } from '../session/end-session.ts'
import { FullPage } from './FullPage.tsx'

/** Says plainly that an account with a second factor cannot get further here, and offers the way out. */
export function Component() {
  useDocumentTitle(pageText.secondFactor)
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <FullPage>
      <h1>{pageText.secondFactor}</h1>
      <p>{pageText.secondFactorDetail}</p>
      <div>
        <Button variant="primary" onClick={() => signOut({ navigate }, queries)}>
          {shellText.signOut}
        </Button>
      </div>
    </FullPage>
  )
}
