import { onDemand } from '#web/ui/onDemand.tsx'
import './importacoes.css'
import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { Assistente, ErroDoPasso, Passos } from '#web/ui/Passos.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Andamento } from './Andamento.tsx'
import { assistenteCsv as assistente, conferirCsv, escolherCsv, gravarCsv, relerCsv } from './assistenteCsv.ts'
import { BaixarModelo } from './BaixarModelo.tsx'
import { type CsvHead, ROTULO_DA_CODIFICACAO } from './csvHead.ts'
import { DoArquivo } from './DoArquivo.tsx'
import { ListaImportacoes } from './ListaImportacoes.tsx'
import { PassoResultado } from './PassoResultado.tsx'

// Loaded lazily: these steps come later.
const ColunasCsv = onDemand(() => import('./ColunasCsv.tsx'), 'ColunasCsv')
const ConferenciaCsv = onDemand(() => import('./ConferenciaCsv.tsx'), 'ConferenciaCsv')
const NOMES = ['Arquivo', 'Colunas', 'Conferência', 'Resultado'] as const

/** Customers by CSV: file, columns, what would happen, what happened. Nothing is written before the last step. */
export function ImportarClientesPage() {
  const { filtros, mudar } = useFiltros()
  const estado = assistente.usar()
  const id = Number(filtros.importacao) || estado.gravada
  const recomecar = () => {
    assistente.recomecar()
    mudar({ importacao: undefined })
  }
  const { arquivo, head, resultado, enviando } = estado
  if (id && !enviando)
    return (
      <PassoResultado
        id={id}
        passos={NOMES}
        aoRecomecar={recomecar}
        seguir={() => (
          <ButtonLink variant="contained" to="/operador/clientes" onClick={assistente.recomecar}>
            Ver os clientes
          </ButtonLink>
        )}
      />
    )
  const erro = <ErroDoPasso erro={estado.erro} aoFechar={() => assistente.mudar({ erro: '' })} />
  if (!arquivo || !head) return <Escolher erro={erro} />
  const passo = enviando ? (enviando === 'simular' ? 2 : 3) : resultado ? 2 : 1
  return (
    <Assistente>
      <Passos
        passos={NOMES}
        atual={passo}
        direita={
          <DoArquivo>
            {arquivo.name} · {passo === 2 && !estado.tentada ? 'nada foi gravado ainda' : linhasDe(head)}
          </DoArquivo>
        }
      />
      <Passo head={head} erro={erro} aoRecomecar={recomecar} />
    </Assistente>
  )
}

interface PassoProps {
  head: CsvHead
  erro: ReactNode
  aoRecomecar: () => void
}

function Passo({ head, erro, aoRecomecar }: PassoProps) {
  const estado = assistente.usar()
  const { arquivo, resultado, enviando } = estado
  return enviando ? (
    <Andamento
      titulo={enviando === 'simular' ? 'Conferindo o arquivo' : 'Importando os clientes'}
      arquivo={arquivo?.name ?? ''}
      simular={enviando === 'simular'}
      total={resultado?.total_linhas ?? head.linhasEstimadas}
      de={['linha', 'linhas']}
      aoParar={() => estado.parar?.abort()}
    />
  ) : resultado ? (
    <ConferenciaCsv
      resultado={resultado}
      erro={erro}
      aoVoltar={() => assistente.mudar({ resultado: undefined })}
      aoImportar={() => void gravarCsv()}
    />
  ) : (
    <ColunasCsv
      head={head}
      campos={estado.campos}
      lembrados={estado.lembrados}
      vincular={estado.vincular}
      aoMudar={assistente.mudar}
      aoReler={(codificacao) => void relerCsv(codificacao)}
      erro={erro}
      aoVoltar={aoRecomecar}
      aoConferir={() => void conferirCsv()}
    />
  )
}

function Escolher({ erro }: { erro: ReactNode }) {
  return (
    <Assistente>
      <Passos passos={NOMES} atual={0} />
      <Page largura={1080}>
        {erro}
        <FileDrop
          oQue="a planilha de clientes"
          ajuda="CSV ou texto separado por ponto e vírgula, vírgula ou tabulação, até 50 MB. O documento identifica o cliente: quem já existe é atualizado."
          aceita=".csv,.txt,.tsv,text/csv,text/plain"
          rotulo="Arquivo CSV de clientes"
          aoEscolher={([arquivo]) => void escolherCsv(arquivo)}
        >
          <BaixarModelo />
        </FileDrop>
        <ListaImportacoes />
      </Page>
    </Assistente>
  )
}

const SEPARADORES: Record<string, string> = { '\t': 'tabulação' }

/** "2.418 linhas · UTF-8, separado por ;". */
const linhasDe = (head: CsvHead) =>
  `${head.estimada ? 'cerca de ' : ''}${plural(head.linhasEstimadas, 'linha', 'linhas')} · ${ROTULO_DA_CODIFICACAO[head.codificacao]}, separado por ${SEPARADORES[head.separador] ?? head.separador}`
