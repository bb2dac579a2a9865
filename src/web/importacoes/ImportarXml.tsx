import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Importacao, ResultadoXml } from '#contract/importacoes.ts'
import { Carregando } from '#web/shell/Carregando.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { numero, plural, tamanho } from '#web/ui/formatos.ts'
import { BotaoLink } from '#web/ui/ligacoes.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Assistente, Passos } from '#web/ui/Passos.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Andamento } from './Andamento.tsx'
import { assistenteXml as assistente, conferirXml, gravarXml } from './assistenteXml.ts'
import { ConferenciaXml } from './ConferenciaXml.tsx'
import { importacaoQuery } from './importacoes.api.ts'
import { ListaImportacoes } from './ListaImportacoes.tsx'
import { rotuloDa } from './rotulo.ts'

const Resultado = lazy(async () => ({ default: (await import('./Resultado.tsx')).Resultado }))
const NOMES = ['Arquivo', 'Conferência', 'Resultado'] as const

/** Accounts by fiscal documents: the files are read and shown first, and written only at a person's word. */
export function ImportarXml({ aoSair }: { aoSair: () => void }) {
  const { filtros, mudar } = useFiltros()
  const estado = assistente.usar()
  const id = Number(filtros.importacao) || estado.gravada
  const recomecar = () => {
    assistente.recomecar()
    mudar({ importacao: undefined })
  }
  if (id && !estado.enviando) return <DoResultado id={id} aoRecomecar={recomecar} />
  const { arquivo, resultado, enviando, erro } = estado
  const direita =
    arquivo &&
    `${arquivo.name} · ${resultado ? `${plural(resultado.documentos, 'documento', 'documentos')} · ` : ''}${tamanho(arquivo.size)}`
  const aviso = erro && (
    <Alert severity="error" onClose={() => assistente.mudar({ erro: '' })}>
      {erro}
    </Alert>
  )
  if (enviando && arquivo)
    return (
      <Assistente>
        <Passos passos={NOMES} atual={enviando === 'simular' ? 1 : 2} direita={direita} />
        <Andamento
          titulo={enviando === 'simular' ? 'Lendo os documentos' : 'Gravando as contas'}
          arquivo={arquivo.name}
          simular={enviando === 'simular'}
          total={resultado?.documentos ?? estado.total}
          de="documentos"
          aoParar={() => estado.parar?.abort()}
        />
      </Assistente>
    )
  if (resultado)
    return (
      <Assistente>
        <Passos passos={NOMES} atual={1} direita={direita} />
        <ConferenciaXml
          resultado={resultado}
          palavra={estado}
          aoMudar={assistente.mudar}
          aviso={aviso}
          aoVoltar={recomecar}
          aoGravar={() => void gravarXml()}
        />
      </Assistente>
    )
  return (
    <Assistente>
      <Passos passos={NOMES} atual={0} />
      <Page largura={1080}>
        {aviso}
        <FileDrop
          varios
          oQue="os XML ou o zip das notas"
          ajuda="NF-e 4.00 ou 3.10, lote, NFS-e nacional, eventos de cancelamento, ou um zip com muitos deles, até 200 MB descompactados. Nada é gravado antes de você conferir."
          aceita=".xml,.zip,text/xml,application/xml,application/zip"
          rotulo="Arquivos XML ou zip"
          aoEscolher={(arquivos) => void conferirXml(arquivos)}
        >
          <Button onClick={aoSair}>Voltar às contas</Button>
        </FileDrop>
        <ListaImportacoes />
      </Page>
    </Assistente>
  )
}

function DoResultado({ id, aoRecomecar }: { id: number; aoRecomecar: () => void }) {
  const { data } = useQuery(importacaoQuery(id))
  const { gravada, enviado } = assistente.usar()
  return (
    <Assistente>
      <Passos passos={NOMES} atual={NOMES.length} direita={data && rotuloDa(data)} />
      <Suspense fallback={<Carregando />}>
        <Resultado
          id={id}
          aoRecomecar={aoRecomecar}
          aoRever={gravada === id && enviado ? () => void conferirXml([enviado]) : undefined}
          seguir={<VerContas importacao={data} />}
        />
      </Suspense>
    </Assistente>
  )
}

/** To the accounts that this import made; to all of them when it made none, or was undone. */
function VerContas({ importacao }: { importacao: Importacao | undefined }) {
  const resultado = importacao?.situacao === 'concluida' ? (importacao.resultado as ResultadoXml | null) : null
  const criadas = resultado?.contas_criadas ?? 0
  return (
    <BotaoLink
      variant="contained"
      to="/operador/contas-receber"
      search={criadas > 0 ? { importacao_id: String(importacao?.id) } : {}}
      onClick={() => assistente.recomecar()}
    >
      {criadas > 1 ? `Ver as ${numero(criadas)} contas` : criadas === 1 ? 'Ver a conta' : 'Ver as contas'}
    </BotaoLink>
  )
}
