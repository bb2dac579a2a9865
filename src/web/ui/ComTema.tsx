import { ThemeProvider } from '@emotion/react'
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider'
import { type ComponentProps, type ComponentType, type ReactNode, useDeferredValue } from 'react'
import { theme } from '#web/theme.ts'

/** Its type speaks of the properties of each component; the provider reads the whole entry, `defaultProps` within. */
const PADROES = theme.components as ComponentProps<typeof DefaultPropsProvider>['value']

/** What MUI's own provider does, without the colour schemes that a theme of one scheme has no use for. */
export const ComTema = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme}>
    <DefaultPropsProvider value={PADROES}>{children}</DefaultPropsProvider>
  </ThemeProvider>
)

/** A part or a dialog made of MUI's components: only these bring MUI. */
export const comTema =
  <P extends object>(Parte: ComponentType<P>) =>
  (props: P) => (
    <ComTema>
      <Parte {...props} />
    </ComTema>
  )

/** The same for a whole screen, which is first drawn in slices: the router's own drawing would be one long task. */
export function telaComTema(Tela: ComponentType) {
  const Fatiada = comTema(Tela)
  return () => useDeferredValue(true, false) && <Fatiada />
}
