import './importacoes.css'
import type { ReactNode } from 'react'
import type { Importacao, ResultadoXml } from '#contract/importacoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { numero, plural, tamanho } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { Assistente, ErroDoPasso, Passos } from '#web/ui/Passos.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { Andamento } from './Andamento.tsx'
import { assistenteXml as assistente, conferirXml, gravarXml } from './assistenteXml.ts'
import { ConferenciaXml } from './ConferenciaXml.tsx'
import { DoArquivo } from './DoArquivo.tsx'
import { ListaImportacoes } from './ListaImportacoes.tsx'
import { PassoResultado } from './PassoResultado.tsx'

const NOMES = ['Arquivo', 'Conferência', 'Resultado'] as const

/** Accounts from fiscal documents: the files are read and shown first, and written only once the person confirms. */
export function ImportarXml({ aoSair }: { aoSair: () => void }) {
  const { filtros, mudar } = useFiltros()
  const estado = assistente.usar()
  const id = Number(filtros.importacao) || estado.gravada
  const recomecar = () => {
    assistente.recomecar()
    mudar({ importacao: undefined })
  }
  const { arquivo, resultado, enviando, gravada, enviado } = estado
  if (id && !enviando)
    return (
      <PassoResultado
        id={id}
        passos={NOMES}
        aoRecomecar={recomecar}
        aoRever={gravada === id && enviado ? () => void conferirXml([enviado]) : undefined}
        seguir={(importacao) => <VerContas importacao={importacao} />}
      />
    )
  const direita = arquivo && (
    <DoArquivo>
      {arquivo.name} · {resultado && `${plural(resultado.documentos, 'documento', 'documentos')} · `}
      {tamanho(arquivo.size)}
    </DoArquivo>
  )
  const erro = (
    <ErroDoPasso
      erro={estado.erro}
      aoFechar={() => assistente.mudar({ erro: '', ...(!resultado && { arquivo: undefined }) })}
      aoTentar={arquivo && !resultado ? () => void conferirXml([arquivo]) : undefined}
    />
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
          de={['documento', 'documentos']}
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
          decisoes={estado}
          aoMudar={assistente.mudar}
          erro={erro}
          aoVoltar={recomecar}
          aoGravar={() => void gravarXml()}
        />
      </Assistente>
    )
  return <EscolherArquivos erro={erro} aoSair={aoSair} />
}

const EscolherArquivos = ({ erro, aoSair }: { erro: ReactNode; aoSair: () => void }) => (
  <Assistente>
    <Passos passos={NOMES} atual={0} />
    <Page largura={1080}>
      {erro}
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

/** The link to the accounts that this import made; to all of them when it made none, or was undone. */
function VerContas({ importacao }: { importacao: Importacao | undefined }) {
  const resultado = importacao?.situacao === 'concluida' ? (importacao.resultado as ResultadoXml | null) : null
  const criadas = resultado?.contas_criadas ?? 0
  return (
    <ButtonLink
      variant="contained"
      to="/operador/contas-receber"
      search={criadas > 0 ? { importacao_id: String(importacao?.id) } : {}}
      onClick={() => assistente.recomecar()}
    >
      {criadas > 1 ? `Ver as ${numero(criadas)} contas` : criadas === 1 ? 'Ver a conta' : 'Ver as contas'}
    </ButtonLink>
  )
}
