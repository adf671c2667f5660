export 'src/cairn.dart';
export 'src/inputs.dart';
export 'src/results.dart';
