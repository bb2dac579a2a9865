import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { DesempenhoModelo } from '#contract/modelos.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { cobradas, falharam, parte } from './desempenho.ts'
import { cuidados } from './palavras.ts'
import '#web/ui/table.css'
import './desempenho.css'

interface Props {
  desempenho: DesempenhoModelo[] | undefined
  modelos: Resposta<'GET /api/admin/configuracoes/mensagens/templates'> | undefined
}

/** How far each template got, side by side; its name opens its text. */
export function TabelaDesempenho(props: Props) {
  const estreita = useMedia('(max-width: 599.95px)')
  return <Quadro titulo="Por modelo">{estreita ? <Itens {...props} /> : <Tabela {...props} />}</Quadro>
}

const COLUNAS = ['Enviadas', 'Entregues', 'Lidas', 'Respondidas', 'Pagas em 3 dias', 'Falharam', 'Cobradas']

function Tabela({ desempenho, modelos }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
    <section className="desempenho-tabela" aria-label="Desempenho por modelo" tabIndex={0}>
      <table className="table" aria-label="Desempenho por modelo" style={{ '--row': '44px' } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col">Modelo</th>
            {COLUNAS.map((nome) => (
              <th key={nome} scope="col" className="at-end">
                {nome}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {desempenho
            ? desempenho.map((um) => (
                <tr key={um.tipo}>
                  <td>
                    <Nome um={um} modelos={modelos} />
                  </td>
                  <td className="at-end">{um.enviadas ? numero(um.enviadas) : '—'}</td>
                  {(['entregues', 'lidas', 'respondidas', 'pagas'] as const).map((campo) => (
                    <td key={campo} className="at-end">
                      <Parte n={um[campo]} de={um.enviadas} />
                    </td>
                  ))}
                  <td className={falharam(um) ? 'at-end erro' : 'at-end'}>
                    {falharam(um) ? numero(falharam(um)) : '—'}
                  </td>
                  <td className="at-end">{cobradas(um) ? numero(cobradas(um)) : '—'}</td>
                </tr>
              ))
            : Array.from({ length: 8 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <tr key={i}>
                  {['Modelo', ...COLUNAS].map((nome) => (
                    <td key={nome}>
                      <Skeleton />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

/** "119  82 %": the count, and its share of what was sent. */
function Parte({ n, de }: { n: number; de: number }) {
  if (de === 0) return '—'
  return (
    <>
      {numero(n)}
      <span className="desempenho-parte">{parte(n, de)}</span>
    </>
  )
}

function Nome({ um, modelos }: { um: DesempenhoModelo } & Pick<Props, 'modelos'>) {
  const modelo = modelos?.[um.tipo]
  const [cuidado] = modelo ? cuidados(modelo) : []
  return (
    <span className="inline-row wrap gap-8">
      <Link className="ligacao nome" to="/admin/mensagens" search={{ tipo: um.tipo }}>
        {um.titulo}
      </Link>
      {modelo && modelo.situacao !== 'aprovado' && <StatusChip de={situacaoModelo[modelo.situacao]} />}
      {cuidado && <Chip tom={cuidado.tom}>{cuidado.resumo}</Chip>}
    </span>
  )
}

function Itens({ desempenho, modelos }: Props) {
  if (!desempenho)
    return (
      <div className="desempenho-espera">
        <Skeleton altura={320} />
      </div>
    )
  return (
    <ul className="desempenho-itens">
      {desempenho.map((um) => (
        <li key={um.tipo}>
          <div className="linha-topo">
            <Nome um={um} modelos={modelos} />
            <span className="algarismos">{um.enviadas ? plural(um.enviadas, 'enviada', 'enviadas') : 'não saiu'}</span>
          </div>
          {um.enviadas > 0 && (
            <div className="modelo-detalhe menor cinza">
              {parte(um.entregues, um.enviadas)} entregues · {parte(um.lidas, um.enviadas)} lidas ·{' '}
              {parte(um.respondidas, um.enviadas)} respondidas · {parte(um.pagas, um.enviadas)} pagas em 3 dias ·{' '}
              {plural(cobradas(um), 'cobrada', 'cobradas')} pela Meta
            </div>
          )}
          {falharam(um) > 0 && (
            <div className="modelo-detalhe menor cinza erro">{plural(falharam(um), 'falhou', 'falharam')}</div>
          )}
        </li>
      ))}
    </ul>
  )
}
