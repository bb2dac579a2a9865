import type { ReactNode } from 'react'

export type Mostras = Record<string, ReactNode>
export const LONGO = 'Comercial e Distribuidora de Alimentos Nossa Senhora da Conceição Aparecida do Rio Grande Ltda'
export const nada = () => undefined
