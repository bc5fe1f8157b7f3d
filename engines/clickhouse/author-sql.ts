/** ClickHouse's SQL in `sources.yaml`. A test compares the lists with `system.functions`. */
import type { AuthorSql } from '../../generator/sql/author/author-sql.ts';
import { sql } from '../../generator/sql/sql.ts';

/** In lower case: a name that differs only in letter case is the same function, or no function. */
const AGGREGATES: ReadonlySet<string> = new Set(
  `aggthrow analysisofvariance anova any any_respect_nulls any_value any_value_respect_nulls anyheavy anylast
  anylast_respect_nulls anylastrespectnulls anyrespectnulls anyvaluerespectnulls approx_top_count approx_top_k
  approx_top_sum argandmax argandmin argmax argmin array_agg array_concat_agg avg avgweighted bit_and bit_or bit_xor
  boundingratio categoricalinformationvalue contingency corr corrmatrix corrstable count covar_pop covar_samp covarpop
  covarpopmatrix covarpopstable covarsamp covarsampmatrix covarsampstable cramersv cramersvbiascorrected cume_dist
  deltasum deltasumtimestamp dense_rank denserank distinctdynamictypes distinctjsonpaths distinctjsonpathsandtypes entropy
  estimatecompressionratio exponentialmovingaverage exponentialtimedecayedavg exponentialtimedecayedcount
  exponentialtimedecayedmax exponentialtimedecayedsum first_value first_value_respect_nulls firstvaluerespectnulls
  flamegraph group_concat grouparray grouparrayinsertat grouparrayintersect grouparraylast grouparraymovingavg
  grouparraymovingsum grouparraysample grouparraysorted groupbitand groupbitmap groupbitmapand groupbitmapor
  groupbitmapxor groupbitor groupbitxor groupconcat groupformat groupnumericindexedvector groupuniqarray histogram
  intervallengthsum kolmogorovsmirnovtest kurtpop kurtsamp lag laginframe largesttrianglethreebuckets last_value
  last_value_respect_nulls lastvaluerespectnulls lead leadinframe lttb mannwhitneyutest max max_by maxintersections
  maxintersectionsposition maxmappedarrays meanztest median medianbfloat16 medianbfloat16weighted mediandd
  mediandeterministic medianexact medianexacthigh medianexactlow medianexactweighted medianexactweightedinterpolated
  mediangk medianinterpolatedweighted mediantdigest mediantdigestweighted mediantiming mediantimingweighted min min_by
  minmappedarrays mvtencode nonnegativederivative nothing nothingnull nothinguint64 nth_value ntile percent_rank
  percentrank quantile quantilebfloat16 quantilebfloat16weighted quantiledd quantiledeterministic quantileexact
  quantileexactexclusive quantileexacthigh quantileexactinclusive quantileexactlow quantileexactweighted
  quantileexactweightedinterpolated quantilegk quantileinterpolatedweighted quantileprometheushistogram quantiles
  quantilesbfloat16 quantilesbfloat16weighted quantilesdd quantilesdeterministic quantilesexact quantilesexactexclusive
  quantilesexacthigh quantilesexactinclusive quantilesexactlow quantilesexactweighted quantilesexactweightedinterpolated
  quantilesgk quantilesinterpolatedweighted quantilesprometheushistogram quantilestdigest quantilestdigestweighted
  quantilestiming quantilestimingweighted quantiletdigest quantiletdigestweighted quantiletiming quantiletimingweighted
  rank rankcorr retention row_number sequencecount sequencematch sequencematchevents sequencenextnode
  simplelinearregression singlevalueornull skewpop skewsamp sparkbar st_asmvt std stddev stddev_pop stddev_samp stddevpop
  stddevpopstable stddevsamp stddevsampstable stochasticlinearregression stochasticlogisticregression string_agg
  studentttest studentttestonesample sum sumcount sumkahan summapfiltered summapfilteredwithoverflow summappedarrays
  summapwithoverflow sumwithoverflow theilsu timeserieschangestogrid timeseriesdeltatogrid timeseriesderivtogrid
  timeseriesgrouparray timeseriesincreasetogrid timeseriesinstantdeltatogrid timeseriesinstantratetogrid
  timeserieslasttogrid timeserieslasttwosamples timeseriespredictlineartogrid timeseriesratetogrid
  timeseriesresampletogridwithstaleness timeseriesresetstogrid topk topkweighted uniq uniqcombined uniqcombined64
  uniqexact uniqhll12 uniqupto var_pop var_samp varpop varpopstable varsamp varsampstable welchttest windowfunnel`.split(
    /\s+/,
  ),
);
/** Suffixes of an aggregate's name, which may be repeated. */
const COMBINATORS =
  `argmax argmin array distinct foreach if map merge null ordefault ornull resample simplestate state tuple`.split(
    ' ',
  );
/** These are not aggregates, but their results depend on earlier rows and on how the engine splits rows into blocks. */
const OF_BLOCKS: ReadonlySet<string> = new Set(
  `blocknumber neighbor rownumberinallblocks rownumberinblock runningaccumulate runningconcurrency runningdifference
  runningdifferencestartingwithfirstvalue`.split(/\s+/),
);

export default {
  // `\x` reads any two characters as digits, which is never intended
  quoted:
    /'(?:[^'\\]|''|\\(?:[^x]|x[0-9a-fA-F]{2}))*'|"(?:[^"\\]|""|\\(?:[^x]|x[0-9a-fA-F]{2}))+"|`(?:[^`\\]|``|\\(?:[^x]|x[0-9a-fA-F]{2}))+`/y,
  isAggregate: name => isAggregate(name.toLowerCase()),
  rowsOf: ['numbers', 'numbers_mt', 'values', 'zeros', 'zeros_mt'],
  hasNamedSets: true,
  multiplies: ['arrayjoin'],
  hoists: false,
  tableSyntax:
    /\s(?:final|sample\s+[\d.]+(?:\/[\d.]+)?(?:\s+offset\s.*)?|as\s+\w+)$|^\w+\s*\(.*\)$/i,
  final: sql`FINAL`,
  added: null,
} satisfies AuthorSql;

function isAggregate(name: string): boolean {
  if (AGGREGATES.has(name) || OF_BLOCKS.has(name)) return true;
  return COMBINATORS.some(
    combinator => name.endsWith(combinator) && isAggregate(name.slice(0, -combinator.length)),
  );
}
