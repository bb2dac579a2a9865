import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { plural, tamanho } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { Assistente, Passos } from '#web/ui/Passos.tsx'
import { Andamento } from './Andamento.tsx'
import { ConferenciaXml } from './ConferenciaXml.tsx'
import { enviarXml } from './importacoes.api.ts'
import { ListaImportacoes } from './ListaImportacoes.tsx'
import type { Motivo } from './pendencias.ts'
import { ResultadoDoXml } from './ResultadoDoXml.tsx'

const NOMES = ['Arquivo', 'Conferência', 'Resultado'] as const
type Passo = 0 | 1 | 2

/** Accounts by fiscal documents: the file is read and shown first, and written only at a person's word. */
export function ImportarXml({ aoSair }: { aoSair: () => void }) {
  const [passo, setPasso] = useState<Passo>(0)
  const [arquivo, setArquivo] = useState<File>()
  const [resultado, setResultado] = useState<ResultadoXml>()
  const [aceitar, setAceitar] = useState<ReadonlySet<Motivo>>(new Set())
  const [diasVencimento, setDias] = useState('')
  const [vincular, setVincular] = useState(false)
  const [erro, setErro] = useState('')
  const [enviando, setEnviando] = useState<'simular' | 'gravar'>()
  const parar = useRef<AbortController>(null)
  useEffect(() => () => parar.current?.abort(), [])

  const enviar = async (qual: File, simular: boolean) => {
    setErro('')
    setEnviando(simular ? 'simular' : 'gravar')
    parar.current = new AbortController()
    try {
      const opcoes = {
        aceitar: simular ? [] : [...aceitar],
        diasVencimento: simular ? '' : diasVencimento,
        vincular,
        simular,
      }
      setResultado(await enviarXml(qual, opcoes, parar.current.signal))
      setPasso(simular ? 1 : 2)
    } catch (falha) {
      setErro(fraseDe(falha))
    } finally {
      setEnviando(undefined)
    }
  }
  const recomecar = () => {
    setPasso(0)
    setArquivo(undefined)
    setResultado(undefined)
    setAceitar(new Set())
    setDias('')
    setErro('')
  }

  const direita =
    arquivo &&
    `${arquivo.name} · ${resultado ? `${plural(resultado.documentos, 'documento', 'documentos')} · ` : ''}${tamanho(arquivo.size)}`
  const aviso: ReactNode = erro && (
    <Alert severity="error" onClose={() => setErro('')}>
      {erro}
    </Alert>
  )
  if (enviando) {
    return (
      <Assistente>
        <Passos passos={NOMES} atual={enviando === 'simular' ? 1 : 2} direita={direita} />
        <Andamento
          titulo={enviando === 'simular' ? 'Lendo os documentos' : 'Gravando as contas'}
          total={resultado?.documentos}
          de="documentos"
        />
      </Assistente>
    )
  }
  return (
    <Assistente>
      <Passos passos={NOMES} atual={passo} direita={direita} />
      {passo === 0 && (
        <Page largura={1080} inicio={<Button onClick={aoSair}>Voltar às contas</Button>}>
          {aviso}
          <FileDrop
            titulo="Arraste o XML ou o zip das notas para cá"
            ajuda="NF-e 4.00 ou 3.10, lote, NFS-e nacional, eventos de cancelamento, ou um zip com muitos deles, até 200 MB descompactados. Nada é gravado antes de você conferir."
            aceita=".xml,.zip,text/xml,application/xml,application/zip"
            rotulo="Arquivo XML ou zip"
            aoEscolher={(novo) => {
              setArquivo(novo)
              void enviar(novo, true)
            }}
          />
          <ListaImportacoes />
        </Page>
      )}
      {passo === 1 && resultado && arquivo && (
        <ConferenciaXml
          resultado={resultado}
          aceitar={aceitar}
          aoAceitar={setAceitar}
          dias={diasVencimento}
          aoMudarDias={setDias}
          aviso={aviso}
          aoVoltar={recomecar}
          aoGravar={() => void enviar(arquivo, false)}
          minhaCarteira={
            <FormControlLabel
              control={<Checkbox size="small" checked={vincular} onChange={(_, sim) => setVincular(sim)} />}
              label="Ficar com os clientes novos na minha carteira"
            />
          }
        />
      )}
      {passo === 2 && resultado && arquivo && (
        <ResultadoDoXml resultado={resultado} arquivo={arquivo.name} aoRecomecar={recomecar} aoSair={aoSair} />
      )}
    </Assistente>
  )
}
