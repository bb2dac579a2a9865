import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Importacao, ResultadoCsv, ResultadoXml } from '#contract/importacoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorOutlineOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { UndoOutlined } from '#web/ui/icons/UndoOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { pedirParaDesfazer } from './desfazer.ts'
import type { Frases } from './frases.ts'
import { importacaoQuery } from './importacoes.queries.ts'
import { oQueDesfaz } from './oQueDesfaz.ts'
import { AtencaoDoCsv, frasesDoCsv, TotaisDoCsv } from './ResultadoCsv.tsx'
import { AtencaoDoXml, frasesDoXml, TotaisDoXml } from './ResultadoXml.tsx'
import './achados.css'
import './resultado.css'

interface Props {
  id: number
  aoRecomecar: () => void
  /** The links to go on with: the accounts, the customers. */
  seguir: ReactNode
  /** Reads the same file again, to decide about what was left out; only while the file is in memory. */
  aoRever?: (() => void) | undefined
}

/** The result of an import, new or past: the sentence, the counts, undoing it, and what still needs attention. */
export function Resultado({ id, aoRecomecar, seguir, aoRever }: Props) {
  const { data, error, refetch } = useQuery(importacaoQuery(id))
  return (
    <Page largura={928}>
      {error && !data ? (
        <Card>
          <ErrorState titulo="Não foi possível abrir o resultado" erro={error} aoTentar={() => void refetch()} />
        </Card>
      ) : data ? (
        <Conteudo importacao={data} aoRever={data.situacao === 'concluida' ? aoRever : undefined} />
      ) : (
        <>
          <Skeleton altura={96} />
          <Skeleton altura={76} />
          <Skeleton altura={200} />
        </>
      )}
      <div className="resultado-fim row wrap gap-12">
        <div className="miudo">
          {data?.situacao === 'concluida' &&
            'Dá para desfazer enquanto nada disso for cobrado, pago, negociado ou alterado.'}
        </div>
        <Button onClick={aoRecomecar}>Importar outro arquivo</Button>
        {seguir}
      </div>
    </Page>
  )
}

function Conteudo({ importacao, aoRever }: { importacao: Importacao; aoRever: (() => void) | undefined }) {
  const { tipo, resultado, situacao } = importacao
  if (!resultado) return <Cabecalho importacao={importacao} frases={semResultado(importacao)} />
  const csv = tipo === 'csv'
  const desfeita = situacao === 'desfeita'
  const frases = csv ? frasesDoCsv(resultado as ResultadoCsv) : frasesDoXml(resultado as ResultadoXml)
  return (
    <>
      <Cabecalho importacao={importacao} frases={desfeita ? fraseDaDesfeita(importacao) : frases} />
      {csv ? (
        <>
          {!desfeita && <TotaisDoCsv resultado={resultado as ResultadoCsv} />}
          <AtencaoDoCsv resultado={resultado as ResultadoCsv} />
        </>
      ) : (
        <>
          {!desfeita && <TotaisDoXml resultado={resultado as ResultadoXml} />}
          <AtencaoDoXml resultado={resultado as ResultadoXml} aoRever={aoRever} desfeita={desfeita} />
        </>
      )}
    </>
  )
}

const semResultado = ({ situacao, mensagem, lidas }: Importacao): Frases => ({
  titulo: situacao === 'processando' ? 'Ainda em andamento' : 'A importação não terminou',
  texto: mensagem ?? `${plural(lidas, 'lida', 'lidas')} até agora.`,
  mudou: false,
})

const fraseDaDesfeita = (importacao: Importacao): Frases => ({
  titulo: 'Importação desfeita',
  texto: `${oQueDesfaz(importacao, 'feito')}${importacao.desfeita_em ? ` Desfeita em ${diaEHora(importacao.desfeita_em)}.` : ''}`,
  mudou: false,
})

const SINAIS = {
  processando: { tom: 'success', Icone: CheckOutlined },
  concluida: { tom: 'success', Icone: CheckOutlined },
  falhou: { tom: 'error', Icone: ErrorOutlineOutlined },
  desfeita: { tom: 'neutral', Icone: UndoOutlined },
} as const

function Cabecalho({ importacao, frases: { titulo, texto, mudou } }: { importacao: Importacao; frases: Frases }) {
  const { tom, Icone } = SINAIS[importacao.situacao]
  return (
    <Card className="resultado-topo row wrap gap-16">
      <div className="resultado-sinal" data-tom={tom}>
        <Icone />
      </div>
      <div className="resultado-frase">
        <div role="status">
          <h2 className="titulo-grande">{titulo}</h2>
        </div>
        <div className="cinza quebra">{texto}</div>
      </div>
      {mudou && importacao.situacao === 'concluida' && (
        <Button variant="outlined" startIcon={<UndoOutlined />} onClick={() => void pedirParaDesfazer(importacao)}>
          Desfazer importação
        </Button>
      )}
    </Card>
  )
}
