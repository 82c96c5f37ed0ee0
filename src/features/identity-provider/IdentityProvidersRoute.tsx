import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { enterIdentityProviders } from './load-identity-providers.ts'

export async function loader(args: LoaderFunctionArgs) {
  await enterIdentityProviders(args)
  return null
}

/** Around the pages of identity providers: who may not enter is turned away before either is shown. */
export const Component = Outlet
