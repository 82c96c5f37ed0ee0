import { verifyText as text } from '@/messages/sign-in/verify.ts'
import { Button } from '@/ui/form/Button.tsx'
import type { useVerificationRequest } from './use-verification-request.ts'

export interface RequestButtonProps {
  request: ReturnType<typeof useVerificationRequest>
  label: string
  size?: 'm' | 's'
  variant?: 'default' | 'primary'
}

/** Requests an email with a verification link. */
export function RequestButton({ request: { state, send }, label, size, variant }: RequestButtonProps) {
  const busy = state === 'inprogress'
  return (
    <Button size={size} variant={variant} busy={busy} onClick={send}>
      {busy ? text.sending : label}
    </Button>
  )
}
