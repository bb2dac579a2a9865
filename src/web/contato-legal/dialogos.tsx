import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { ContatoLegal, LinhaDaLei } from '#contract/contato-legal.ts'
import { NOMES_DAS_UFS, UFS, type Uf } from '#domain/uf.ts'
import { hoje } from '#web/api/agora.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormDateField, FormSelect, FormTextField } from '#web/ui/formFields.tsx'
import type { MudarContatoLegal } from './contatoLegal.queries.ts'

const HORA = {
  pattern: { value: /^(([01]\d|2[0-3]):[0-5]\d)?$/, message: 'Use a forma 08:00, ou deixe vazio.' },
}
/** One alone would be saved as no contact at all. */
const comA = <V extends FieldValues>(outra: FieldPath<V>) => ({
  ...HORA,
  validate: (hora: unknown, valores: V) =>
    Boolean(hora) || !valores[outra] || 'Falta esta hora. Se não há contato, deixe as duas vazias.',
})
const faixa = (inicio: string, fim: string) => (inicio && fim ? { inicio, fim } : null)
const estados = (ufs: readonly Uf[]) => ufs.map((uf) => ({ valor: uf, rotulo: `${uf} – ${NOMES_DAS_UFS[uf]}` }))

interface DaLinha {
  linhas: ContatoLegal['data']
  linha?: LinhaDaLei
  mudar: MudarContatoLegal
  aoFechar: () => void
}

/** One state's hours, their source and when somebody last looked at it. Empty hours: no contact on those days. */
export function LinhaDialog({ linhas, linha, mudar, aoFechar }: DaLinha) {
  const livres = UFS.filter((uf) => uf === linha?.uf || !linhas.some((outra) => outra.uf === uf))
  return (
    <FormDialog
      titulo={linha ? `Contato em ${NOMES_DAS_UFS[linha.uf]}` : 'Incluir estado'}
      acao="Salvar"
      largura={560}
      valores={escritoDe(linha)}
      aoFechar={aoFechar}
      aoSalvar={async ({ uf, inicio, fim, sabado_inicio, sabado_fim, ...resto }) => {
        const nova = {
          ...resto,
          uf: uf as Uf,
          semana: faixa(inicio, fim),
          sabado: faixa(sabado_inicio, sabado_fim),
        }
        await mudar(({ data }) => ({ data: [...data.filter((outra) => outra.uf !== uf), nova] }))
        aoFechar()
        avisar('Horário salvo. Já vale para as próximas mensagens.')
      }}
    >
      {({ control, watch, setValue }) => (
        <>
          {!linha && (
            <FormSelect
              control={control}
              nome="uf"
              rotulo="Estado"
              vazio="Escolha"
              opcoes={estados(livres)}
              regras={{ required: 'Escolha o estado.' }}
            />
          )}
          <Horas control={control} rotulo="Segunda a sexta, de" nomes={['inicio', 'fim']} />
          <Horas control={control} rotulo="Sábado, de" nomes={['sabado_inicio', 'sabado_fim']} />
          <FormTextField
            control={control}
            nome="fonte"
            rotulo="Fonte"
            ajuda="Cite a lei. Por exemplo: Lei 15.426/2014 (SP)."
            maxLength={500}
            regras={{ required: 'Diga qual é a lei.' }}
          />
          <FormDateField control={control} nome="conferido_em" rotulo="Conferido em" />
          <Switch
            rotulo="Em vigor"
            checked={watch('ativo')}
            onChange={({ target }) => setValue('ativo', target.checked, { shouldDirty: true })}
          />
        </>
      )}
    </FormDialog>
  )
}

const escritoDe = (linha?: LinhaDaLei) => ({
  uf: linha?.uf ?? '',
  inicio: linha?.semana?.inicio ?? '',
  fim: linha?.semana?.fim ?? '',
  sabado_inicio: linha?.sabado?.inicio ?? '',
  sabado_fim: linha?.sabado?.fim ?? '',
  fonte: linha?.fonte ?? '',
  conferido_em: hoje(),
  ativo: linha?.ativo ?? true,
})

interface HorasProps<V extends FieldValues> {
  control: Control<V>
  rotulo: string
  nomes: [FieldPath<V>, FieldPath<V>]
}
const Horas = <V extends FieldValues>({ control, rotulo, nomes: [de, ate] }: HorasProps<V>) => (
  <div className="row gap-12">
    <FormTextField control={control} nome={de} rotulo={rotulo} opcional regras={comA(ate)} />
    <FormTextField control={control} nome={ate} rotulo="até" opcional regras={comA(de)} />
  </div>
)

interface DoFeriado {
  mudar: MudarContatoLegal
  aoFechar: () => void
}

export function FeriadoDialog({ mudar, aoFechar }: DoFeriado) {
  return (
    <FormDialog
      titulo="Incluir feriado local"
      acao="Incluir"
      valores={{ dia: '', uf: '', municipio: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ dia, uf, municipio }) => {
        const novo = { dia, uf: (uf || null) as Uf | null, municipio: municipio.trim() || null }
        await mudar((atual) => ({ feriados: [...atual.feriados, novo] }))
        aoFechar()
        avisar('Feriado incluído.')
      }}
    >
      {({ control }) => (
        <>
          <FormDateField control={control} nome="dia" rotulo="Dia" regras={{ required: 'Escolha o dia.' }} />
          <FormSelect control={control} nome="uf" rotulo="Estado" vazio="Em toda parte" opcoes={estados(UFS)} />
          <FormTextField
            control={control}
            nome="municipio"
            rotulo="Município"
            opcional
            maxLength={100}
            ajuda="Vazio: o estado inteiro."
          />
        </>
      )}
    </FormDialog>
  )
}
