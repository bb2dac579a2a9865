import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Modelo } from '#contract/modelos.ts'
import {
  EXEMPLOS,
  MAXIMO,
  precisaAprovacao,
  problemasDoTexto,
  VARIAVEIS,
  type Valores,
  type Variavel,
} from '#domain/modelo.ts'
import { problemasDasPartes } from '#domain/partes.ts'
import { problemasDaPergunta } from '#domain/pergunta.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { diaEHora, numero, plural } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { AvisosDoModelo } from './AvisosDoModelo.tsx'
import { CampoVariaveis, type CampoVariaveisAcoes } from './CampoVariaveis.tsx'
import { parte } from './desempenho.ts'
import { desempenhoQuery, versoesQuery } from './modelos.queries.ts'
import { PartesDoModelo } from './PartesDoModelo.tsx'
import { categoriaEmPalavras, qualidadeEmPalavras } from './palavras.ts'
import { type Escrito, mesmoEscrito } from './partes.ts'
import { diasDoPeriodo } from './periodo.ts'
import './editor.css'

const VersoesDialog = onDemand(() => import('./VersoesDialog.tsx'), 'VersoesDialog')

interface Props {
  modelo: Modelo
  /** The draft; without changes, the model's own text. */
  escrito: Escrito
  valores: Valores | undefined
  /** How often the cadence sends it. */
  uso: string | undefined
  aoMudar: (escrito: Escrito | undefined) => void
  /** Why it was not saved. */
  falha: unknown
  /** Somebody saved another version after this draft was begun. */
  mudouDepois: boolean
  salvando: boolean
  aoSalvar: () => void
}

/** One text: written with variables, checked by Meta's rules while one types, sent for review when saved. */
export function EditorModelo(props: Props) {
  const { modelo, escrito, valores, uso, aoMudar, falha, mudouDepois, salvando, aoSalvar } = props
  const campo = useRef<CampoVariaveisAcoes>(null)
  const aprovacao = precisaAprovacao(modelo.tipo)
  const { texto } = escrito
  const ehPergunta = modelo.tipo === MODELO_DA_PERGUNTA
  const problemas = [...problemasDoTexto(texto, aprovacao), ...(ehPergunta ? problemasDaPergunta(texto) : [])]
  const dasPartes = problemasDasPartes(escrito, valores ? valores.pix : EXEMPLOS.pix)
  const mudou = !mesmoEscrito(escrito, modelo)
  return (
    <Card aria-label={`Modelo ${modelo.titulo}`} className="editor-modelo stack shrink gap-16">
      <Topo modelo={modelo} mudou={mudou} uso={uso} />
      <div className="editor-modelo-texto">
        <h3>Texto</h3>
        <CampoVariaveis
          acoes={campo}
          rotulo={`Texto do modelo ${modelo.titulo}`}
          texto={texto}
          aoMudar={(novo) => aoMudar({ ...escrito, texto: novo })}
          erro={problemas.length > 0}
          descritoPor="modelo-regra"
        />
        <Regra texto={texto} problema={problemas[0]} aprovacao={aprovacao} />
      </div>
      <Variaveis valores={valores} aoInserir={(variavel) => campo.current?.inserir(variavel)} />
      {ehPergunta && (
        <p className="modelo-detalhe cinza">
          Vai com os botões Sim e Não sou eu, antes da primeira cobrança a um telefone, quando a regra “Perguntar se o
          telefone é da pessoa” manda. Quem toca em Sim passa a ser cobrado; quem toca em Não sou eu não recebe mais
          nada deste cliente.
        </p>
      )}
      {aprovacao && !ehPergunta && (
        <PartesDoModelo
          partes={escrito}
          problema={dasPartes[0]}
          aoMudar={(partes) => aoMudar({ ...escrito, ...partes, botoes: [...partes.botoes] })}
        />
      )}
      <div className="editor-modelo-avisos">
        {mudouDepois && mudou && <MudouDepois tipo={modelo.tipo} />}
        {Boolean(falha) && <Alert tom="error">{fraseDe(falha)}</Alert>}
        <AvisosDoModelo modelo={modelo} mudou={mudou} />
      </div>
      <Acoes
        modelo={modelo}
        mudou={mudou}
        pode={problemas.length + dasPartes.length === 0}
        salvando={salvando}
        aoMudar={aoMudar}
        aoSalvar={aoSalvar}
      />
    </Card>
  )
}

/** Of a draft that nobody else's text takes away. */
function MudouDepois({ tipo }: Pick<Modelo, 'tipo'>) {
  const [ultima] = useQuery(versoesQuery(tipo)).data?.data ?? []
  return (
    <Alert tom="warning" role="status">
      {ultima
        ? `${ultima.autor?.name ?? 'O sistema'} salvou outra versão em ${diaEHora(ultima.created_at)}`
        : 'Há outra versão salva'}
      , depois que você começou. O seu rascunho continua aqui; salvar o põe no lugar dela, e “Ver versões” mostra as
      duas.
    </Alert>
  )
}

function Topo({ modelo, mudou, uso }: { modelo: Modelo; mudou: boolean; uso: string | undefined }) {
  const qualidade = qualidadeEmPalavras(modelo)
  const detalhes = [
    `${categoriaEmPalavras(modelo.categoria)}, ${modelo.idioma}`,
    `versão ${modelo.versao}`,
    qualidade && `qualidade ${qualidade}`,
    uso,
  ]
  return (
    <div className="editor-modelo-topo">
      <div className="editor-modelo-titulo row gap-12">
        <h2 className="titulo" tabIndex={-1}>
          {modelo.titulo}
        </h2>
        {mudou ? (
          <Chip tom="warning" icone={EditOutlined}>
            Alteração não salva
          </Chip>
        ) : (
          <StatusChip de={situacaoModelo[modelo.situacao]} />
        )}
      </div>
      <div className="modelo-detalhe menor cinza">{detalhes.filter(Boolean).join(' · ')}</div>
      {precisaAprovacao(modelo.tipo) && <Desempenho tipo={modelo.tipo} />}
    </div>
  )
}

/** Its last 30 days in a line that links to the figures. */
function Desempenho({ tipo }: Pick<Modelo, 'tipo'>) {
  const { data } = useQuery(desempenhoQuery(diasDoPeriodo('30', hoje())))
  const um = data?.data.find((outro) => outro.tipo === tipo)
  return (
    <div className="modelo-detalhe menor cinza">
      {um &&
        (um.enviadas === 0 ? (
          'Não saiu nos últimos 30 dias.'
        ) : (
          <>
            Em 30 dias: {plural(um.enviadas, 'enviada', 'enviadas')}, {parte(um.lidas, um.enviadas)} lidas,{' '}
            {parte(um.pagas, um.enviadas)} pagas em 3 dias.{' '}
            <Link className="ligacao" to="/admin/mensagens" search={{ aba: 'desempenho' }}>
              Ver desempenho
            </Link>
          </>
        ))}
    </div>
  )
}

/** Whether the text follows Meta's rules, and its length. */
function Regra({ texto, problema, aprovacao }: { texto: string; problema: string | undefined; aprovacao: boolean }) {
  return (
    <div className="editor-modelo-regra flex between gap-12">
      <div id="modelo-regra" role="status" className={problema && 'erro'}>
        {!problema && <CheckOutlined size={18} />}
        {problema ??
          (aprovacao
            ? 'A Meta aceita esta forma: não começa nem termina em variável'
            : 'Vai como texto livre, dentro da conversa')}
      </div>
      <span className={texto.length > MAXIMO ? 'erro' : undefined}>
        {numero(texto.length)} de {numero(MAXIMO)}
        <span className="so-leitor"> caracteres</span>
      </span>
    </div>
  )
}

interface VariaveisProps {
  valores: Valores | undefined
  aoInserir: (variavel: Variavel) => void
}

const Variaveis = ({ valores, aoInserir }: VariaveisProps) => (
  <div>
    <h3>Inserir variável</h3>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls */}
    <div role="group" aria-label="Inserir variável" className="editor-modelo-variaveis flex gap-8">
      {VARIAVEIS.map((variavel) => (
        <Button
          key={variavel}
          size="small"
          variant="outlined"
          startIcon={<AddOutlined />}
          // Keeps the caret where it is in the text.
          onMouseDown={(evento) => evento.preventDefault()}
          onClick={() => aoInserir(variavel)}
        >
          {variavel}
          <span className="cinza cortado">{valores?.[variavel] || '—'}</span>
        </Button>
      ))}
    </div>
  </div>
)

interface AcoesProps {
  modelo: Modelo
  mudou: boolean
  /** Whether what is written may be saved. */
  pode: boolean
  salvando: boolean
  aoMudar: Props['aoMudar']
  aoSalvar: () => void
}

function Acoes({ modelo, mudou, pode, salvando, aoMudar, aoSalvar }: AcoesProps) {
  const celular = useMedia('(max-width: 599.95px)')
  const verVersoes = () => void abrir((fechar) => <VersoesDialog modelo={modelo} aoUsar={aoMudar} aoFechar={fechar} />)
  return (
    <div className="acoes-a-vista">
      <Button onClick={verVersoes}>
        {celular ? 'Versões' : 'Ver versões'} ({modelo.versao})
      </Button>
      <Button disabled={!mudou} onClick={() => aoMudar(undefined)}>
        Descartar
      </Button>
      <Button variant="contained" disabled={!mudou || !pode} loading={salvando} onClick={aoSalvar}>
        {precisaAprovacao(modelo.tipo) ? (
          <span>
            Salvar e enviar<span className="se-couber"> para análise</span>
          </span>
        ) : (
          'Salvar'
        )}
      </Button>
    </div>
  )
}

/** "3 passos da régua · até 981 envios em 30 dias". */
export const usoDoModelo = (passos: number, envios: number | undefined) =>
  [
    passos > 0 ? `${plural(passos, 'passo', 'passos')} da régua` : null,
    passos > 0 && envios !== undefined ? `até ${plural(envios, 'envio', 'envios')} em 30 dias` : null,
  ]
    .filter(Boolean)
    .join(' · ') || undefined
