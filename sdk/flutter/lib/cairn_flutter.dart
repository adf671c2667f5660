export 'src/answers.dart';
export 'src/cairn.dart';
export 'src/told.dart';
