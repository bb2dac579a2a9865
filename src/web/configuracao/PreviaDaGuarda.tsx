import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAIS_CONTADOS_DA_GUARDA } from '#domain/guarda.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dia, numero, tamanho } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { previaDaGuardaQuery } from './configuracao.queries.ts'
import type { Prazos } from './guarda.ts'

type Previa = Resposta<'GET /api/admin/configuracoes/guarda/previa'>

const LINHAS: [parte: keyof Previa, oQue: string][] = [
  ['mensagens', 'Textos de mensagens'],
  ['arquivos', 'Arquivos de conversas'],
  ['clientes', 'Nomes de clientes'],
  ['eventos', 'Avisos recebidos'],
]

/** What these limits would erase today, before anything is saved. */
export function PreviaDaGuarda({ prazos }: { prazos: Prazos }) {
  const { data, error, isPending } = useQuery({ ...previaDaGuardaQuery(prazos), placeholderData: keepPreviousData })
  if (error) return <Alert tom="error">{fraseDe(error)}</Alert>
  if (isPending) return <Skeleton altura={120} />
  const linhas = LINHAS.flatMap(([parte, oQue]) => (data[parte] ? [{ oQue, parte: data[parte] }] : []))
  return (
    <section aria-label="O que seria apagado" aria-live="polite">
      <h3>O que estes prazos apagariam hoje</h3>
      {linhas.length === 0 ? (
        <p className="cinza">Nada.</p>
      ) : (
        <table className="guarda-previa">
          <thead>
            <tr>
              <th scope="col">O quê</th>
              <th scope="col">Antes de</th>
              <th scope="col">Seriam apagados</th>
              <th scope="col">Ficam, por caso aberto</th>
            </tr>
          </thead>
          <tbody>
            {linhas.map(({ oQue, parte }) => (
              <tr key={oQue}>
                <th scope="row">{oQue}</th>
                <td>{dia(parte.antes_de)}</td>
                <td>
                  <b>{quantos(parte.apagaria)}</b>
                  {'bytes' in parte && parte.bytes > 0 && ` (${tamanho(parte.bytes)})`}
                </td>
                <td>{quantos(parte.ficaria)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The server counts no further. */
const quantos = (n: number) => numero(n) + (n < MAIS_CONTADOS_DA_GUARDA ? '' : ' ou mais')
