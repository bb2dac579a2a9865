import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import type { Coluna } from '#domain/planilha.ts'
import { fraseDe } from '#web/api/erro.ts'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { Assistente, Passos } from '#web/ui/Passos.tsx'
import { Andamento } from './Andamento.tsx'
import { ColunasCsv } from './ColunasCsv.tsx'
import { ConferenciaCsv } from './ConferenciaCsv.tsx'
import { type Cabeca, lerCabeca, mapeamentoDe, reconhecer } from './cabeca.ts'
import { enviarCsv } from './importacoes.api.ts'
import { ListaImportacoes } from './ListaImportacoes.tsx'
import { ResultadoDoCsv } from './ResultadoDoCsv.tsx'

interface Lido {
  arquivo: File
  cabeca: Cabeca
}
type Passo = 'arquivo' | 'colunas' | 'conferencia' | 'resultado'
const PASSOS: readonly Passo[] = ['arquivo', 'colunas', 'conferencia', 'resultado']
const NOMES = ['Arquivo', 'Colunas', 'Conferência', 'Resultado'] as const
const MAXIMO_BYTES = 50 * 1024 * 1024

/** Customers by CSV: file, columns, what would happen, what happened. Nothing is written before the last step. */
export function ImportarClientesPage() {
  const [passo, setPasso] = useState<Passo>('arquivo')
  const [lido, setLido] = useState<Lido>()
  const [campos, setCampos] = useState<(Coluna | '')[]>([])
  const [vincular, setVincular] = useState(false)
  const [resultado, setResultado] = useState<ResultadoCsv>()
  const [erro, setErro] = useState('')
  const [enviando, setEnviando] = useState<'simular' | 'gravar'>()
  const parar = useRef<AbortController>(null)
  useEffect(() => () => parar.current?.abort(), [])

  const escolher = async (arquivo: File) => {
    setErro('')
    if (arquivo.size > MAXIMO_BYTES) return setErro('O arquivo passa de 50 MB. Divida-o em partes menores.')
    try {
      const cabeca = await lerCabeca(arquivo)
      setLido({ arquivo, cabeca })
      setCampos(reconhecer(cabeca.cabecalhos))
      setPasso('colunas')
    } catch {
      setErro('Não foi possível ler o arquivo. Confira se ele ainda existe e tente de novo.')
    }
  }
  const enviar = async (simular: boolean) => {
    if (!lido) return
    setErro('')
    setEnviando(simular ? 'simular' : 'gravar')
    parar.current = new AbortController()
    try {
      const mapeamento = mapeamentoDe(lido.cabeca.cabecalhos, campos)
      setResultado(await enviarCsv(lido.arquivo, { mapeamento, vincular, simular }, parar.current.signal))
      setPasso(simular ? 'conferencia' : 'resultado')
    } catch (falha) {
      setErro(fraseDe(falha))
    } finally {
      setEnviando(undefined)
    }
  }
  const recomecar = () => {
    setPasso('arquivo')
    setLido(undefined)
    setResultado(undefined)
    setErro('')
  }

  const direita =
    lido &&
    `${lido.arquivo.name} · ${lido.cabeca.codificacao}, separado por ${lido.cabeca.separador === '\t' ? 'tabulação' : lido.cabeca.separador}`
  const aviso = erro && (
    <Alert severity="error" onClose={() => setErro('')}>
      {erro}
    </Alert>
  )
  if (enviando) {
    return (
      <Assistente>
        <Passos passos={NOMES} atual={enviando === 'simular' ? 2 : 3} direita={direita} />
        <Andamento
          titulo={enviando === 'simular' ? 'Conferindo o arquivo' : 'Importando os clientes'}
          total={resultado?.total_linhas ?? lido?.cabeca.linhasEstimadas}
          de="linhas"
        />
      </Assistente>
    )
  }
  return (
    <Assistente>
      <Passos passos={NOMES} atual={PASSOS.indexOf(passo)} direita={direita} />
      {passo === 'arquivo' && (
        <Page largura={1080}>
          {aviso}
          <FileDrop
            titulo="Arraste a planilha de clientes para cá"
            ajuda="CSV ou texto separado por ponto e vírgula, vírgula ou tabulação, até 50 MB. O documento identifica o cliente: quem já existe é atualizado."
            aceita=".csv,.txt,.tsv,text/csv,text/plain"
            rotulo="Arquivo CSV de clientes"
            aoEscolher={(arquivo) => void escolher(arquivo)}
          >
            <Button
              startIcon={<DownloadOutlined />}
              onClick={() => void baixarArquivo('GET /api/operador/clientes/template-csv', 'template_clientes.csv')}
            >
              Baixar arquivo modelo
            </Button>
          </FileDrop>
          <ListaImportacoes />
        </Page>
      )}
      {passo === 'colunas' && lido && (
        <ColunasCsv
          cabeca={lido.cabeca}
          campos={campos}
          aoMudar={setCampos}
          vincular={vincular}
          aoVincular={setVincular}
          aviso={aviso}
          aoVoltar={recomecar}
          aoConferir={() => void enviar(true)}
          verbo={`Conferir ${lido.cabeca.estimada ? 'cerca de ' : ''}${plural(lido.cabeca.linhasEstimadas, 'linha', 'linhas')}`}
        />
      )}
      {passo === 'conferencia' && resultado && (
        <ConferenciaCsv
          resultado={resultado}
          aviso={aviso}
          aoVoltar={() => setPasso('colunas')}
          aoImportar={() => void enviar(false)}
        />
      )}
      {passo === 'resultado' && resultado && lido && (
        <ResultadoDoCsv resultado={resultado} arquivo={lido.arquivo.name} aoRecomecar={recomecar} />
      )}
    </Assistente>
  )
}
