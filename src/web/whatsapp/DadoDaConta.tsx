import type { ReactNode } from 'react'
import './whatsapp.css'

/** A fact of the connection, and what explains it. */
export function DadoDaConta({ nome, valor, children }: { nome: string; valor: ReactNode; children?: ReactNode }) {
  return (
    <div className="conexao-dado">
      <dt className="cinza">{nome}</dt>
      <dd className="shrink quebra forte">
        {valor}
        {children && <div className="conexao-explica menor cinza">{children}</div>}
      </dd>
    </div>
  )
}
