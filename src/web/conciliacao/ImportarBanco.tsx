import { Button } from '#web/ui/Button.tsx'
import { Carregando } from '#web/ui/Carregando.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { tamanho } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { Assistente, ErroDoPasso, Passos } from '#web/ui/Passos.tsx'
import { assistenteBanco, conferirBanco } from './assistenteBanco.ts'
import { ConferenciaBanco } from './ConferenciaBanco.tsx'
import { ImportacoesDoBanco } from './ImportacoesDoBanco.tsx'
import './banco.css'

const NOMES = ['Arquivo', 'Conferência', 'Resultado'] as const

/** The bank's files: dropped, read and shown, and written only once a person confirms. */
export function ImportarBanco() {
  const { arquivo, resultado, enviando, parar, erro, gravado } = assistenteBanco.usar()
  const direita = arquivo && (
    <span className="cortado">
      {arquivo.name} · {tamanho(arquivo.size)}
    </span>
  )
  const falha = (
    <ErroDoPasso
      erro={erro}
      aoFechar={() => assistenteBanco.mudar({ erro: '', ...(!resultado && { arquivo: undefined }) })}
      aoTentar={arquivo && !resultado ? () => void conferirBanco([arquivo]) : undefined}
    />
  )
  if (enviando)
    return (
      <Assistente>
        <Passos passos={NOMES} atual={enviando === 'simular' ? 1 : 2} direita={direita} />
        <Espera fase={enviando} aoParar={() => parar?.abort()} />
      </Assistente>
    )
  if (resultado)
    return (
      <Assistente>
        <Passos passos={NOMES} atual={gravado ? NOMES.length : 1} direita={direita} />
        <ConferenciaBanco resultado={resultado} gravado={gravado} falha={falha} />
      </Assistente>
    )
  return (
    <Assistente>
      <Passos passos={NOMES} atual={0} />
      <Page largura={1080}>
        {falha}
        <FileDrop
          varios
          oQue="os arquivos do banco"
          ajuda="Extratos OFX, retornos de cobrança CNAB 240 e 400, ou um zip com muitos deles, até 50 MB. O mesmo arquivo enviado duas vezes não duplica nada, e nada é gravado antes de você conferir."
          aceita=".ofx,.ret,.crt,.rem,.txt,.zip"
          rotulo="Arquivos do banco"
          aoEscolher={(arquivos) => void conferirBanco(arquivos)}
        />
        <ImportacoesDoBanco />
      </Page>
    </Assistente>
  )
}

/** Reading may be given up; writing goes on. */
const Espera = ({ fase, aoParar }: { fase: 'simular' | 'gravar'; aoParar: () => void }) => (
  <Page largura={1080}>
    <div role="status" className="importar-banco-espera grid gap-12">
      <Carregando />
      {fase === 'simular' ? 'Lendo o que o banco mandou…' : 'Gravando e procurando de quem é cada valor…'}
      {fase === 'simular' && (
        <div>
          <Button onClick={aoParar}>Parar</Button>
        </div>
      )}
    </div>
  </Page>
)
