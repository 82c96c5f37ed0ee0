import type { ReactNode } from 'react'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { PageTitle, type PageTitleProps } from '@/ui/layout/PageTitle.tsx'
import type { VariableOwner } from './variable-owner.ts'
import styles from './Screen.module.css'

interface ScreenFrameProps extends PageTitleProps {
  owner: VariableOwner
  children: ReactNode
}

/** Title and content of a variables page. A device page renders its own frame around it. */
export function ScreenFrame({ owner, children, ...title }: ScreenFrameProps) {
  const content = <div className={styles.screen}>{children}</div>
  if (owner.kind === 'fleet') return <PageFrame {...title}>{content}</PageFrame>
  return (
    <>
      <PageTitle {...title} />
      {content}
    </>
  )
}
