/** Screens of full-bleed panes that scroll by themselves, instead of a padded page. */
export const SCREENS_OF_PANES = [
  '/operador/aguardando-atendimento',
  '/operador/clientes',
  '/operador/concluidos',
] as const
/** In a narrower window the drawer starts as a rail on them, until the person chooses. */
export const RAIL_BELOW_PX = 1600
