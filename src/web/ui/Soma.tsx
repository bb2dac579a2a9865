import { dinheiro } from './formatos.ts'

/** In the pager, after the count. */
export const Soma = ({ valor }: { valor: number }) => (
  <>
    soma <b>{dinheiro(valor)}</b>
  </>
)
